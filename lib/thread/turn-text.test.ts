import { describe, expect, it } from "vitest";
import { clientValues } from "@/lib/json/media/testing/client-values";
import { turnText } from "./turn-text";

const none = { inputs: {}, output: null, modelInputs: undefined, modelOutput: undefined };
const words = (text: string) => ({ text, isJson: false });

describe("the text of a turn", () => {
  it("is its own text if it has some", () => {
    const own = { ...none, inputs: { message: "Hi" }, output: "Hello" };
    const inside = { modelInputs: { messages: [{ role: "user", content: "Other" }] }, modelOutput: "Other" };
    expect(turnText({ ...own, ...inside })).toEqual({ user: words("Hi"), answer: words("Hello") });
  });

  it("is the text of its first and last model call if it has none", () => {
    const messages = [
      { role: "system", content: "Be brief." },
      { role: "user", content: "An earlier turn" },
      { role: "assistant", content: "Yes" },
      { role: "user", content: "This turn" },
    ];
    const modelOutput = { choices: [{ message: { role: "assistant", content: "Done" } }] };
    expect(turnText({ ...none, modelInputs: { messages }, modelOutput })).toEqual({
      user: words("This turn"),
      answer: words("Done"),
    });
  });

  it("is data if there is no text, and empty if there is nothing", () => {
    expect(turnText({ ...none, inputs: { rows: [1, 2], depth: 3 } })).toEqual({
      user: { text: '{ "rows": [ 1, 2 ], "depth": 3 }', isJson: true },
      answer: null,
    });
    expect(turnText(none)).toEqual({ user: null, answer: null });
  });

  it("has no answer while a model has only requested tools", () => {
    const message = { role: "assistant", content: null, tool_calls: [{ id: "c", function: { name: "f" } }] };
    expect(turnText({ ...none, modelOutput: { choices: [{ message }] } }).answer).toBeNull();
  });

  it("comes with the media of the turn's own payloads, without large data", () => {
    const url = (length: number) => `data:image/png;base64,iVBORw0KGgo${"A".repeat(length)}`;
    const inputs = { message: "Hi", photo: clientValues.png, small: url(400), large: url(2_000_000) };
    const text = turnText({ ...none, inputs, output: { when: clientValues.datetime } });
    expect(text.user).toEqual(words("Hi"));
    expect(text.userMedia?.map(({ path }) => path)).toEqual(["photo", "small"]);
    expect(text.answerMedia?.map(({ path }) => path)).toEqual(["when"]);
  });
});
