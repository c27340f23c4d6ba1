import { describe, expect, it } from "vitest";
import { type Members, newColumn, newDraft } from "@/app/(dashboard)/[workspace]/playground/draft/draft";
import { columnInputs } from "@/app/(dashboard)/[workspace]/playground/draft/prepare-inputs";
import type { ReadRequest } from "@/app/(dashboard)/[workspace]/playground/draft/read-request";
import { readCall } from "./read-call";

const call = (inputs: unknown, attributes: Members = {}, summary: Members = {}) => ({
  inputs: inputs as Record<string, unknown>,
  attributes,
  summary,
});

/** The request that would be sent after a call was opened. */
function sentBy({ model, messages, tools, parameters }: ReadRequest) {
  const column = newColumn(model ?? "");
  return columnInputs({ ...newDraft(), messages, tools, parameters, columns: [column] }, column).inputs;
}

const weather = { type: "object", properties: { city: { type: "string" } } };
const weatherTool = { type: "function", function: { name: "weather", description: "Looks", parameters: weather } };
const asked = (id: string) => ({
  role: "assistant",
  content: null,
  tool_calls: [{ id, type: "function", function: { name: "weather", arguments: '{"city":"Paris"}' } }],
});

describe("a call of", () => {
  it("OpenAI's chat is sent unchanged, without members added by its client", () => {
    const request = {
      model: "gpt-4o",
      messages: [{ role: "developer", content: "Be brief." }, { role: "user", content: "Hi" }, asked("c1")],
      tools: [weatherTool],
      temperature: 0.2,
      reasoning_effort: "low",
    };
    const read = readCall(call({ self: "weave:///e/p/object/client:x", ...request, n: null }));
    expect(sentBy(read)).toEqual(request);
    expect(read.unsupported).toEqual([]);
  });

  it("the playground is restored completely", () => {
    const inputs = { model: "openai/plain", messages: [{ role: "user", content: "Hi" }], seed: 7, stop: ["a"] };
    expect(sentBy(readCall(call(inputs)))).toEqual(inputs);
  });

  it("a prompt is sent as it was, without naming the prompt again", () => {
    const sent = { model: "openai/plain", messages: [{ role: "system", content: "You help Mia." }], seed: 7 };
    const named = { ...sent, prompt: "weave:///e/p/object/support:d", template_vars: { who: "Mia" } };
    expect(sentBy(readCall(call(named, { heddle: { prompt_messages: 1 } })))).toEqual(sent);
  });

  it("Anthropic keeps its system prompt, images, tools and results, and reports omitted reasoning", () => {
    const read = readCall(
      call({
        model: "claude-sonnet-4",
        max_tokens: 300,
        system: [{ type: "text", text: "Be brief.", cache_control: { type: "ephemeral" } }],
        stop_sequences: ["END"],
        top_k: 40,
        tool_choice: { type: "any" },
        tools: [
          { name: "weather", description: "Looks", input_schema: weather },
          { type: "web_search_20250305", name: "web_search", max_uses: 2 },
        ],
        messages: [
          {
            role: "user",
            content: [
              { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } },
              { type: "text", text: "And here?" },
            ],
          },
          {
            role: "assistant",
            content: [
              { type: "thinking", thinking: "Look it up." },
              { type: "tool_use", id: "tu1", name: "weather", input: { city: "Paris" } },
            ],
          },
          { role: "user", content: [{ type: "tool_result", tool_use_id: "tu1", content: "rainy" }] },
        ],
      }),
    );
    expect(sentBy(read)).toEqual({
      model: "claude-sonnet-4",
      max_tokens: 300,
      stop: ["END"],
      tool_choice: "required",
      tools: [weatherTool],
      messages: [
        { role: "system", content: "Be brief." },
        {
          role: "user",
          content: [
            { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
            { type: "text", text: "And here?" },
          ],
        },
        asked("tu1"),
        { role: "tool", content: "rainy", tool_call_id: "tu1" },
      ],
    });
    expect(read.unsupported).toEqual([
      "Message 3: reasoning",
      "Tool web_search: specific to its provider",
      "top_k: 40",
    ]);
  });

  it("Google has its own names, no tool call ids, and types in capitals", () => {
    const read = readCall(
      call({
        model: "models/gemini-2.5-flash",
        contents: [
          { role: "user", parts: [{ text: "Weather?" }] },
          { role: "model", parts: [{ functionCall: { name: "weather", args: { city: "Paris" } } }] },
          { role: "user", parts: [{ functionResponse: { name: "weather", response: { sky: "rainy" } } }] },
        ],
        config: {
          systemInstruction: "Be brief.",
          temperature: 0.1,
          topP: 0.8,
          topK: 5,
          maxOutputTokens: 99,
          responseMimeType: "application/json",
          responseSchema: { type: "OBJECT", properties: { say: { type: "STRING" } } },
          tools: [
            {
              functionDeclarations: [
                {
                  name: "weather",
                  description: "Looks",
                  parameters: { type: "OBJECT", properties: { city: { type: "STRING" } } },
                },
              ],
            },
          ],
        },
      }),
    );
    expect(sentBy(read)).toEqual({
      model: "gemini-2.5-flash",
      temperature: 0.1,
      top_p: 0.8,
      max_completion_tokens: 99,
      response_format: {
        type: "json_schema",
        json_schema: { name: "answer", schema: { type: "object", properties: { say: { type: "string" } } } },
      },
      tools: [weatherTool],
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: "Weather?" },
        asked("call_1"),
        { role: "tool", content: '{"sky":"rainy"}', tool_call_id: "call_1" },
      ],
    });
    expect(read.unsupported).toEqual(["topK: 5"]);
  });

  it("OpenAI's responses has instructions, items, flat tools and a format", () => {
    const read = readCall(
      call({
        model: "gpt-4.1",
        instructions: "Be brief.",
        input: [
          { role: "user", content: [{ type: "input_text", text: "Hi" }] },
          { type: "function_call", call_id: "c1", name: "weather", arguments: '{"city":"Paris"}' },
          { type: "function_call_output", call_id: "c1", output: "rainy" },
        ],
        max_output_tokens: 50,
        tools: [{ type: "function", name: "weather", description: "Looks", parameters: weather }],
        tool_choice: { type: "function", name: "weather" },
        text: { format: { type: "json_schema", name: "reply", schema: weather } },
        store: true,
      }),
    );
    expect(sentBy(read)).toEqual({
      model: "gpt-4.1",
      max_completion_tokens: 50,
      tool_choice: { type: "function", function: { name: "weather" } },
      response_format: { type: "json_schema", json_schema: { name: "reply", schema: weather } },
      tools: [weatherTool],
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: "Hi" },
        asked("c1"),
        { role: "tool", content: "rainy", tool_call_id: "c1" },
      ],
    });
    expect(read.unsupported).toEqual(["store: true"]);
  });

  it("an OpenTelemetry program has its model and parameters in attributes", () => {
    const read = readCall(
      call(
        { "gen_ai.input.messages": [{ role: "user", parts: [{ type: "text", content: "Hi" }] }] },
        { model: "gpt-4o-mini", model_parameters: { model: "gpt-4o", temperature: 0.5, max_tokens: 20, top_k: 3 } },
      ),
    );
    expect(sentBy(read)).toEqual({
      model: "gpt-4o-mini",
      temperature: 0.5,
      max_tokens: 20,
      messages: [{ role: "user", content: "Hi" }],
    });
    expect(read.unsupported).toEqual(["top_k: 3"]);
  });

  it("a client that names no model gets the one that it used", () => {
    const inputs = { messages: [{ role: "user", content: "Hi" }] };
    expect(readCall(call(inputs, {}, { usage: { "gpt-4o": {} } })).model).toBe("gpt-4o");
    expect(readCall(call(inputs, {}, { usage: { a: {}, b: {} } })).model).toBeNull();
  });

  it("any other kind has no messages", () => {
    expect(readCall(call({ x: 1 })).messages).toEqual([]);
    expect(readCall(call(null)).messages).toEqual([]);
  });
});

describe("what cannot be carried over", () => {
  it("includes its message: a medium of which only an id was logged", () => {
    const read = readCall(
      call({
        system: "x",
        messages: [{ role: "user", content: [{ type: "document", source: { type: "file", file_id: "f1" } }] }],
      }),
    );
    expect(read.unsupported).toEqual(["Message 2: file was not logged completely"]);
  });
});
