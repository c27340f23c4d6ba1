import { expect, it } from "vitest";
import { type DraftMessage, draftMessageText, newMessage } from "./draft";
import { withVariable } from "./with-variable";

const texts = (messages: readonly DraftMessage[]) =>
  messages.map((message) => [message.role, draftMessageText(message)]);

it("appends a variable to the last message of the user", () => {
  const messages = [newMessage("system", "Be kind."), newMessage("user", "Greet"), newMessage("assistant", "Hi")];
  expect(texts(withVariable(messages, "inputs.who"))).toEqual([
    ["system", "Be kind."],
    ["user", "Greet {{inputs.who}}"],
    ["assistant", "Hi"],
  ]);
});

it("fills an empty message, and adds one where the user has none", () => {
  expect(texts(withVariable([newMessage("user")], "who"))).toEqual([["user", "{{who}}"]]);
  expect(texts(withVariable([newMessage("system", "S")], "who"))).toEqual([
    ["system", "S"],
    ["user", "{{who}}"],
  ]);
});

it("keeps a picture before the text of a message", () => {
  const picture: DraftMessage = { ...newMessage("user"), parts: [{ kind: "media", value: { type: "image_url" } }] };
  expect(withVariable([picture], "who")[0]?.parts.map(({ kind }) => kind)).toEqual(["media", "text"]);
});

it("ignores a name that no message can hold as a variable", () => {
  const messages = [newMessage("user", "Hi")];
  expect(withVariable(messages, "two words")).toBe(messages);
});
