import { describe, expect, it } from "vitest";
import { fillPromptText, PromptTemplateError, withPromptTexts } from "./prompt-template";
import { promptValue, readStoredPrompt } from "./stored-prompt";

const system = { role: "system", content: "You help {who}." };
const user = { role: "user", content: "{question}" };

describe("a stored prompt", () => {
  it("is read in each class of the Python client", () => {
    expect(readStoredPrompt({ _type: "StringPrompt", content: "Hi {name}", description: "d" })).toEqual({
      kind: "text",
      messages: [{ role: "system", content: "Hi {name}" }],
      config: {},
      description: "d",
    });
    expect(readStoredPrompt({ messages: [system], config: { model: "m" } })).toMatchObject({
      kind: "messages",
      messages: [system],
      config: { model: "m" },
    });
    expect(readStoredPrompt({ _type: "EasyPrompt", data: [user], config: {}, requirements: {} })).toMatchObject({
      kind: "easy",
      messages: [user],
    });
  });

  it.each([null, "text", [], {}, { messages: [] }, { messages: "x" }, { data: [user] }, { content: 1 }])(
    "is not %j",
    (value) => {
      expect(readStoredPrompt(value)).toBeNull();
    },
  );

  const given = { name: "support", description: " ", messages: [system, user], config: { model: "m" } };

  it("is written as a MessagesPrompt with model and parameters beside the messages", () => {
    expect(promptValue(given, null)).toEqual({
      _type: "MessagesPrompt",
      _class_name: "MessagesPrompt",
      _bases: ["Prompt", "Object", "BaseModel"],
      name: "support",
      description: null,
      messages: [system, user],
      config: { model: "m" },
    });
    expect(promptValue({ ...given, config: {} }, null)).not.toHaveProperty("config");
  });

  it("stays a StringPrompt while it is one system text, and keeps the members of the version before", () => {
    const before = {
      _type: "StringPrompt",
      _class_name: "StringPrompt",
      name: null,
      description: "d",
      content: "a",
      own: 1,
    };
    const text = { ...given, description: "e", messages: [system], config: {} };
    expect(promptValue(text, before)).toEqual({
      _type: "StringPrompt",
      _class_name: "StringPrompt",
      _bases: ["Prompt", "Object", "BaseModel"],
      name: null,
      description: "e",
      content: "You help {who}.",
      own: 1,
    });
    expect(promptValue({ ...text, messages: [system, user] }, before)).toMatchObject({
      _type: "MessagesPrompt",
      messages: [system, user],
      own: 1,
    });
  });

  it("stays an EasyPrompt, with its requirements", () => {
    const before = {
      _type: "EasyPrompt",
      _bases: ["UserList"],
      data: [user],
      config: {},
      requirements: { a: {} },
      name: null,
    };
    expect(promptValue(given, before)).toEqual({
      ...before,
      description: null,
      data: [system, user],
      config: { model: "m" },
    });
  });

  it("takes nothing from an object that is not a prompt", () => {
    expect(promptValue(given, { rows: [] })).not.toHaveProperty("rows");
  });
});

describe("the text of a prompt", () => {
  it("is filled in with values of any kind, and doubled braces are literal", () => {
    expect(fillPromptText('{a}{b} {{"c": {d}}}', { a: "x", b: 1, d: [true] })).toBe('x1 {"c": [true]}');
  });

  it.each([
    ["{a}", "The variable a has no value"],
    ["x {", "Position 2: write {{ for a literal {"],
    ["}", "Position 0: write }} for a literal }"],
    ["{a.b}", "Position 0: {a.b} is not the name of a variable"],
    ["{}", "Position 0: {} is not the name of a variable"],
  ])("%s is rejected with its place", (text, message) => {
    expect(() => fillPromptText(text, {})).toThrow(PromptTemplateError);
    expect(() => fillPromptText(text, {})).toThrow(message);
  });

  it("is every text that the client fills in: members, and those of content parts, not of functions", () => {
    const message = {
      role: "assistant",
      content: [
        { type: "text", text: "a" },
        { type: "image_url", image_url: { url: "b" } },
      ],
      tool_calls: [{ id: "c", function: { arguments: "{}" } }],
      refusal: null,
      tags: ["d"],
    };
    expect(withPromptTexts(message, (text) => text.toUpperCase())).toEqual({
      role: "ASSISTANT",
      content: [
        { type: "TEXT", text: "A" },
        { type: "IMAGE_URL", image_url: { url: "b" } },
      ],
      tool_calls: [{ id: "C", function: { arguments: "{}" } }],
      refusal: null,
      tags: ["d"],
    });
  });
});
