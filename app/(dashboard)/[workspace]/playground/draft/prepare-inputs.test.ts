import { describe, expect, it } from "vitest";
import { completionInputs } from "@/lib/api/contract/completions/completions";
import { parseJson, stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { ADDITIONAL_MEMBERS, parameters } from "@/lib/completion/parameters";
import { type Draft, type DraftColumn, type Members, newColumn, newDraft } from "./draft";
import { columnInputs, shouldStream } from "./prepare-inputs";
import { fillText, variablesIn } from "./prompt-variables";
import { readRequest } from "./read-request";

function draftOf(request: Members): { draft: Draft; column: DraftColumn } {
  const read = readRequest(request);
  const column = newColumn(read.model ?? "");
  const { messages, tools, parameters: texts } = read;
  return { draft: { ...newDraft(), messages, tools, parameters: texts, columns: [column] }, column };
}

/** A request with every member of the interface, each with a value that is not its default. */
const everything: Members = {
  model: "gpt-4o",
  messages: [
    { role: "system", content: "Be brief." },
    { role: "developer", content: "Never guess.", name: "lead" },
    {
      role: "user",
      content: [
        { type: "text", text: "What is this?" },
        { type: "image_url", image_url: { url: "data:image/png;base64,AAAA", detail: "low" } },
        { type: "file", file: { filename: "a.pdf", file_data: "data:application/pdf;base64,BBBB" } },
      ],
    },
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "call_1", type: "function", function: { name: "look", arguments: '{"at": 1.50}' } }],
    },
    { role: "tool", content: "A cat", tool_call_id: "call_1" },
  ],
  timeout: 12.5,
  temperature: 0.2,
  top_p: 0.9,
  n: 2,
  stop: ["END", "\n"],
  max_completion_tokens: 512,
  max_tokens: 256,
  modalities: ["text"],
  presence_penalty: -0.5,
  frequency_penalty: 0.5,
  logit_bias: { "50256": -100 },
  user: "mia",
  response_format: { type: "json_schema", json_schema: { name: "reply", strict: true, schema: { type: "object" } } },
  seed: 7,
  tools: [{ type: "function", function: { name: "look", parameters: { type: "object", properties: {} } } }],
  tool_choice: { type: "function", function: { name: "look" } },
  logprobs: true,
  top_logprobs: 3,
  parallel_tool_calls: false,
  extra_headers: { "x-title": "Heddle" },
  functions: [{ name: "old", parameters: { type: "object" } }],
  function_call: "auto",
  api_version: "2026-01-01",
};

describe("the inputs of a column", () => {
  it("equal the request that filled the form, member for member", () => {
    const { draft, column } = draftOf(everything);
    expect(columnInputs(draft, column)).toEqual({ inputs: everything, problems: [] });
  });

  it("have a form field for every member of the interface", () => {
    // A prompt is loaded into the messages, and named in the request while they are its own.
    const ofPrompts = ["prompt", "template_vars"];
    const fields = new Set(["model", "messages", "tools", ...ofPrompts, ...parameters.map(({ name }) => name)]);
    expect(Object.keys(completionInputs.shape).filter((name) => !fields.has(name))).toEqual([]);
  });

  it("contain nothing that was not typed", () => {
    const column = newColumn("m");
    const { inputs } = columnInputs({ ...newDraft(), messages: [], columns: [column] }, column);
    expect(inputs).toEqual({ model: "m", messages: [] });
  });

  it("keep digits beyond the precision of a JavaScript number", () => {
    const { draft, column } = draftOf(
      parseJson('{"model":"m","seed":12345678901234567890,"temperature":1.0,"logit_bias":{"1":1.10}}') as Members,
    );
    const text = stringifyJson(columnInputs(draft, column).inputs);
    for (const digits of ["12345678901234567890", ":1.0", ":1.10"]) expect(text).toContain(digits);
  });

  it("keep members without a field, of the request and of a message", () => {
    const request = {
      model: "m",
      reasoning_effort: "low",
      messages: [{ role: "user", content: [{ type: "text", text: "Hi", cache_control: { type: "ephemeral" } }] }],
    };
    const { draft, column } = draftOf(request);
    expect(draft.parameters[ADDITIONAL_MEMBERS]).toContain("reasoning_effort");
    expect(columnInputs(draft, column).inputs).toEqual(request);
  });

  it("prefer a column's text over the shared text, and treat its empty text as not sent", () => {
    const { draft, column } = draftOf({ model: "m", temperature: 0.2, top_p: 0.5, seed: 7 });
    const { inputs } = columnInputs(draft, { ...column, own: { temperature: "1", top_p: "" } });
    expect(inputs).toMatchObject({ temperature: 1, seed: 7 });
    expect(inputs).not.toHaveProperty("top_p");
  });

  it("use the column's own messages when it has some", () => {
    const { draft, column } = draftOf({ model: "m", messages: [{ role: "user", content: "All" }] });
    const own = draftOf({ messages: [{ role: "user", content: "Mine" }] }).draft.messages;
    expect(columnInputs(draft, { ...column, messages: own }).inputs.messages).toEqual([
      { role: "user", content: "Mine" },
    ]);
  });

  it("omit tools that are off, and never send stream", () => {
    const { draft, column } = draftOf({ ...everything, stream: false });
    const off = { ...draft, tools: draft.tools.map((tool) => ({ ...tool, isOn: false })) };
    expect(columnInputs(off, column).inputs).not.toHaveProperty("tools");
    expect(columnInputs(off, column).inputs).not.toHaveProperty("stream");
    expect(shouldStream(off, column)).toBe(false);
    expect(shouldStream({ ...off, parameters: {} }, column)).toBe(true);
  });

  it("report where they are invalid", () => {
    const column = newColumn(" ");
    const draft: Draft = {
      ...newDraft(),
      parameters: { temperature: "warm", functions: "{}" },
      tools: [{ key: "t1", isOn: true, text: "{" }],
      columns: [column],
    };
    expect(columnInputs(draft, column).problems).toEqual([
      { place: `model ${column.key}`, message: "Choose a model" },
      { place: "messages", message: "Write a message" },
      { place: "parameter temperature", message: "Not a number" },
      { place: "parameter functions", message: "A JSON list, in square brackets" },
      { place: "tool t1", message: expect.stringContaining("Line 1, character 2: ") },
    ]);
  });
});

describe("variables", () => {
  const { draft, column } = draftOf({
    model: "m",
    messages: [
      { role: "user", content: "{{ who }} to {{where}}, {{who}}, {{not here}}" },
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "c", type: "function", function: { name: "f", arguments: '{"q":"{{where}}"}' } }],
      },
    ],
  });

  it("are found once each, in order", () => {
    expect(variablesIn(draft.messages)).toEqual(["who", "where"]);
  });

  it("are filled in texts and, JSON-encoded, in arguments", () => {
    const { inputs } = columnInputs({ ...draft, variables: { who: "Mia", where: 'the "Sea"' } }, column);
    expect(inputs.messages).toMatchObject([
      { content: 'Mia to the "Sea", Mia, {{not here}}' },
      { tool_calls: [{ function: { arguments: '{"q":"the \\"Sea\\""}' } }] },
    ]);
  });

  it("without a value stay unchanged, whatever their name", () => {
    expect(fillText("{{who}} {{constructor}} {{__proto__}}", { who: "" })).toBe(
      "{{who}} {{constructor}} {{__proto__}}",
    );
    expect(fillText("{{price}}", { price: "$& $1" })).toBe("$& $1");
  });
});

describe("empty messages", () => {
  const messagesIn = (messages: readonly Members[]) => {
    const { draft, column } = draftOf({ model: "m", messages });
    return columnInputs(draft, column);
  };

  it("are not sent, except results of tools and messages that call tools", () => {
    const call = {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "c", function: { name: "f", arguments: "{}" } }],
    };
    const { inputs, problems } = messagesIn([
      { role: "system", content: "  " },
      { role: "user", content: "Hi" },
      call,
      { role: "tool", content: "", tool_call_id: "c" },
      { role: "assistant", content: "" },
    ]);
    expect((inputs.messages as readonly Members[]).map(({ role }) => role)).toEqual(["user", "assistant", "tool"]);
    expect(problems).toEqual([]);
  });

  it("cannot be sent without another message", () => {
    const { problems } = messagesIn([
      { role: "system", content: "" },
      { role: "user", content: "\n" },
    ]);
    expect(problems).toEqual([{ place: "messages", message: "Write a message" }]);
  });
});
