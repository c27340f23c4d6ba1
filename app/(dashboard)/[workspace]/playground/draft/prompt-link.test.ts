import { describe, expect, it } from "vitest";
import { promptedInputs } from "@/lib/completion/prompted-inputs";
import { type Draft, newColumn, newDraft, newMessage } from "./draft";
import { columnInputs } from "./prepare-inputs";
import { linkedCount, messagesText, promptToSend } from "./prompt-link";

const system = newMessage("system", "You help {{who}}.");
const user = newMessage("user", "What is {this}?");
const column = newColumn("openai/plain");

const draftOf = (members: Partial<Draft> = {}): Draft => ({
  ...newDraft(),
  messages: [system, user],
  variables: { who: "Mia" },
  columns: [column],
  prompt: { objectId: "support", digest: "d3", versionIndex: 3, text: messagesText([system]) },
  ...members,
});

describe("messages that were loaded from a prompt", () => {
  it("are its own until one of them changes, regardless of later messages", () => {
    const { prompt } = draftOf();
    expect(linkedCount([system, user], prompt)).toBe(1);
    expect(linkedCount([newMessage("system", "You help {{who}}.")], prompt)).toBe(1);
    expect(linkedCount([user, system], prompt)).toBe(0);
    expect(linkedCount([newMessage("system", "You help {{who}}!"), user], prompt)).toBe(0);
    expect(linkedCount([], prompt)).toBe(0);
    expect(linkedCount([system], null)).toBe(0);
    expect(linkedCount([system], { objectId: "a", digest: "d", versionIndex: 0, text: null })).toBe(0);
  });

  it("are named by ref in the request, and braces of other messages stay literal", () => {
    const draft = draftOf();
    const prompt = promptToSend(draft, column, "e/p");
    expect(prompt).toEqual({ ref: "weave:///e/p/object/support:d3", values: { who: "Mia" }, messageCount: 1 });
    const { inputs } = columnInputs(draft, column);
    expect(prompt && promptedInputs(inputs, prompt)).toEqual({
      model: "openai/plain",
      prompt: "weave:///e/p/object/support:d3",
      template_vars: { who: "Mia" },
      messages: [{ role: "user", content: "What is {{this}}?" }],
    });
  });

  it("send a variable without a value by its name, and no values where there is no variable", () => {
    expect(promptToSend(draftOf({ variables: {} }), column, "e/p")?.values).toEqual({ who: "{{who}}" });
    const plain = newMessage("system", "Be brief.");
    const prompt = { objectId: "brief", digest: "d", versionIndex: 0, text: messagesText([plain]) };
    const draft = draftOf({ messages: [plain, user], prompt });
    const sent = promptToSend(draft, column, "e/p");
    expect(sent && promptedInputs(columnInputs(draft, column).inputs, sent)).toEqual({
      model: "openai/plain",
      prompt: "weave:///e/p/object/brief:d",
      messages: [{ role: "user", content: "What is {this}?" }],
    });
  });

  it("are sent as messages when they were edited, or a value leaves one of them empty", () => {
    const edited = draftOf({ messages: [newMessage("system", "Else"), user] });
    expect(promptToSend(edited, column, "e/p")).toBeNull();
    const only = newMessage("user", "{{who}}");
    const prompt = { objectId: "only", digest: "d", versionIndex: 0, text: messagesText([only]) };
    const blank = draftOf({ messages: [only, user], variables: { who: " " }, prompt });
    expect(promptToSend(blank, column, "e/p")).toBeNull();
    expect(promptToSend(blank, column, "e/p", { who: "x" })?.messageCount).toBe(1);
  });

  it("are not those of a column with messages of its own", () => {
    const own = { ...column, messages: [newMessage("user", "Own")] };
    expect(promptToSend(draftOf({ columns: [own] }), own, "e/p")).toBeNull();
  });
});
