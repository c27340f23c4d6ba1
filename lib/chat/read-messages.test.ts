import { describe, expect, it } from "vitest";
import { parseJson } from "@/lib/api/contract/scalars/json-text";
import type { ChatPart } from "./chat-message";
import { lastTextOf, messageText } from "./chat-message";
import { readConversation, readMessages } from "./read-messages";

const text = (words: string): ChatPart => ({ kind: "text", text: words });
const messageOf = (role: string, ...parts: ChatPart[]) => ({ role, name: null, parts });
const request = (id: string | null, name: string, args: unknown): ChatPart => ({
  kind: "tool-request",
  id,
  name,
  arguments: args,
});
const result = (requestId: string | null, value: unknown, members: object = {}): ChatPart => ({
  kind: "tool-result",
  requestId,
  name: null,
  value,
  isError: false,
  ...members,
});

describe("a conversation from", () => {
  it("OpenAI's chat has its messages, tool calls and results", () => {
    const inputs = {
      model: "gpt-4o",
      messages: [
        { role: "developer", content: "Be brief." },
        { role: "user", content: [{ type: "text", text: "Weather in Paris?" }] },
        {
          role: "assistant",
          content: null,
          tool_calls: [{ id: "c1", type: "function", function: { name: "weather", arguments: '{"city":"Paris"}' } }],
        },
        { role: "tool", tool_call_id: "c1", content: "rainy" },
      ],
    };
    const output = {
      choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: "Rainy." } }],
    };
    expect(readConversation(inputs, output)).toEqual({
      input: [
        messageOf("system", text("Be brief.")),
        messageOf("user", text("Weather in Paris?")),
        messageOf("assistant", request("c1", "weather", '{"city":"Paris"}')),
        messageOf("tool", result("c1", "rainy")),
      ],
      output: [messageOf("assistant", text("Rainy."))],
      finishReason: "stop",
    });
  });

  it("OpenAI's responses has instructions, items and reasoning", () => {
    const inputs = {
      instructions: "Be brief.",
      input: [{ role: "user", content: [{ type: "input_text", text: "Hi" }] }],
    };
    const output = {
      output: [
        { type: "reasoning", summary: [{ type: "summary_text", text: "A greeting." }] },
        { type: "function_call", id: "fc_1", call_id: "call_1", name: "look", arguments: "{}" },
        { type: "function_call_output", call_id: "call_1", output: "seen" },
        { type: "message", role: "assistant", content: [{ type: "output_text", text: "Hello" }] },
      ],
    };
    expect(readConversation(inputs, output)).toMatchObject({
      input: [messageOf("system", text("Be brief.")), messageOf("user", text("Hi"))],
      output: [
        messageOf("assistant", { kind: "reasoning", text: "A greeting." }),
        messageOf("assistant", request("call_1", "look", "{}")),
        messageOf("tool", result("call_1", "seen")),
        messageOf("assistant", text("Hello")),
      ],
    });
    expect(readConversation({ input: "Hi", model: "gpt-4o" }, null).input).toEqual([messageOf("user", text("Hi"))]);
  });

  it("Anthropic keeps thinking and tool use in order, and results are a tool's, not the user's", () => {
    const inputs = {
      system: [{ type: "text", text: "Be brief." }],
      messages: [
        { role: "user", content: "Weather?" },
        {
          role: "assistant",
          content: [
            { type: "thinking", thinking: "I need the tool." },
            { type: "text", text: "Looking." },
            { type: "tool_use", id: "t1", name: "weather", input: { city: "Paris" } },
          ],
        },
        {
          role: "user",
          content: [
            { type: "tool_result", tool_use_id: "t1", is_error: true, content: [{ type: "text", text: "down" }] },
          ],
        },
      ],
    };
    const output = { role: "assistant", content: [{ type: "text", text: "Sorry." }], stop_reason: "end_turn" };
    const { input, output: answer, finishReason } = readConversation(inputs, output);
    expect(input).toEqual([
      messageOf("system", text("Be brief.")),
      messageOf("user", text("Weather?")),
      messageOf(
        "assistant",
        { kind: "reasoning", text: "I need the tool." },
        text("Looking."),
        request("t1", "weather", { city: "Paris" }),
      ),
      messageOf("tool", result("t1", "down", { isError: true })),
    ]);
    expect(lastTextOf(input, "user")).toBe("Weather?");
    expect(answer).toEqual([messageOf("assistant", text("Sorry."))]);
    expect(finishReason).toBe("end_turn");
  });

  it("Google has contents, candidates and functions", () => {
    const inputs = {
      systemInstruction: { parts: [{ text: "Be brief." }] },
      contents: [
        { role: "user", parts: [{ text: "Weather?" }] },
        { role: "model", parts: [{ functionCall: { name: "weather", args: { city: "Paris" } } }] },
        { role: "user", parts: [{ functionResponse: { name: "weather", response: { sky: "grey" } } }] },
      ],
    };
    const output = { candidates: [{ content: { role: "model", parts: [{ text: "Grey." }] }, finishReason: "STOP" }] };
    expect(readConversation(inputs, output)).toEqual({
      input: [
        messageOf("system", text("Be brief.")),
        messageOf("user", text("Weather?")),
        messageOf("assistant", request(null, "weather", { city: "Paris" })),
        messageOf("tool", result(null, { sky: "grey" }, { name: "weather" })),
      ],
      output: [messageOf("assistant", text("Grey."))],
      finishReason: "STOP",
    });
  });

  it("OpenTelemetry's GenAI conventions has parts, system instructions and reasons", () => {
    const inputs = {
      "gen_ai.system_instructions": [{ type: "text", content: "Be brief." }],
      "gen_ai.input.messages": [
        { role: "user", parts: [{ type: "text", content: "Weather?" }] },
        { role: "assistant", parts: [{ type: "tool_call", id: "c1", name: "weather", arguments: { city: "Paris" } }] },
        { role: "tool", parts: [{ type: "tool_call_response", id: "c1", response: "rainy" }] },
      ],
    };
    const output = {
      "gen_ai.output.messages": [
        {
          role: "assistant",
          parts: [
            { type: "reasoning", content: "Rain." },
            { type: "text", content: "Rainy." },
          ],
          finish_reason: "stop",
        },
      ],
    };
    expect(readConversation(inputs, output)).toEqual({
      input: [
        messageOf("system", text("Be brief.")),
        messageOf("user", text("Weather?")),
        messageOf("assistant", request("c1", "weather", { city: "Paris" })),
        messageOf("tool", result("c1", "rainy")),
      ],
      output: [messageOf("assistant", { kind: "reasoning", text: "Rain." }, text("Rainy."))],
      finishReason: "stop",
    });
  });

  it("the AI SDK has a prompt, an answer without a role, and typed results", () => {
    const inputs = {
      messages: [
        { role: "user", content: [{ type: "text", text: "Weather?" }] },
        { role: "assistant", content: [{ type: "tool-call", toolCallId: "c1", toolName: "weather", input: {} }] },
        {
          role: "tool",
          content: [
            {
              type: "tool-result",
              toolCallId: "c1",
              toolName: "weather",
              output: { type: "error-text", value: "down" },
            },
          ],
        },
      ],
    };
    const output = { text: "No idea.", toolCalls: [], finishReason: "stop" };
    expect(readConversation(inputs, output)).toEqual({
      input: [
        messageOf("user", text("Weather?")),
        messageOf("assistant", request("c1", "weather", {})),
        messageOf("tool", result("c1", "down", { isError: true, name: "weather" })),
      ],
      output: [messageOf("assistant", text("No idea."))],
      finishReason: "stop",
    });
  });

  it("OpenInference unwraps parts and tool calls", () => {
    const inputs = {
      "llm.input_messages": [
        {
          role: "user",
          contents: undefined,
          content: [
            { message_content: { type: "text", text: "What is this?" } },
            { message_content: { type: "image", image: { image: { url: "https://example.org/a.png" } } } },
          ],
        },
        { role: "assistant", tool_calls: [{ tool_call: { id: "c1", function: { name: "see", arguments: "{}" } } }] },
      ],
    };
    expect(readMessages(inputs)).toEqual([
      messageOf("user", text("What is this?"), {
        kind: "media",
        media: "image",
        mimeType: null,
        source: "https://example.org/a.png",
        name: null,
      }),
      messageOf("assistant", request("c1", "see", "{}")),
    ]);
  });

  it("LangChain has humans and AIs, in lists of lists and in its own serialised form", () => {
    const lc = (name: string, content: string) => ({ id: ["langchain", "schema", name], kwargs: { content } });
    const inputs = { messages: [[lc("HumanMessage", "Hi"), { type: "ai", data: { content: "Hello" } }]] };
    expect(readMessages(inputs)).toEqual([messageOf("user", text("Hi")), messageOf("assistant", text("Hello"))]);
  });

  it("a text has the user's text and the answer", () => {
    expect(readConversation({ arg0: "Hi" }, "Hello")).toEqual({
      input: [messageOf("user", text("Hi"))],
      output: [messageOf("assistant", text("Hello"))],
      finishReason: null,
    });
    expect(readConversation({ question: "Why?", top_k: 3 }, { answer: "So.", sources: [1] })).toMatchObject({
      input: [messageOf("user", text("Why?"))],
      output: [messageOf("assistant", text("So."))],
    });
    expect(readConversation({ system: "Be brief.", prompt: "Hi" }, null).input.at(-1)).toEqual(
      messageOf("user", text("Hi")),
    );
  });

  it("JSON text is read like JSON", () => {
    const inputs = { "input.value": '{"messages":[{"role":"user","content":"Hi"}]}' };
    expect(readMessages(inputs)).toEqual([messageOf("user", text("Hi"))]);
  });
});

describe("media in messages", () => {
  const media = (part: unknown) => readMessages([{ role: "user", content: [part] }])[0]?.parts[0];

  it.each([
    [{ type: "image_url", image_url: { url: "https://e.org/a.png" } }, "image", "https://e.org/a.png"],
    [{ type: "input_image", image_url: "https://e.org/a.png" }, "image", "https://e.org/a.png"],
    [{ type: "input_audio", input_audio: { data: "QUJD", format: "wav" } }, "audio", "data:audio/wav;base64,QUJD"],
    [
      { type: "image", source: { type: "base64", media_type: "image/png", data: "QUJD" } },
      "image",
      "data:image/png;base64,QUJD",
    ],
    [{ inlineData: { mimeType: "video/mp4", data: "QUJD" } }, "video", "data:video/mp4;base64,QUJD"],
    [
      { type: "blob", modality: "image", mime_type: "image/png", content: "QUJD" },
      "image",
      "data:image/png;base64,QUJD",
    ],
    [{ type: "file", file: { file_id: "file-1", filename: "a.pdf" } }, "file", null],
  ])("%j are kept with their source", (part, kind, source) => {
    expect(media(part)).toMatchObject({ kind: "media", media: kind, source });
  });

  it("of unknown type is kept unchanged, never dropped", () => {
    expect(media({ type: "hologram", depth: 3 })).toEqual({ kind: "unknown", value: { type: "hologram", depth: 3 } });
  });
});

describe("a payload without a conversation", () => {
  it.each([[null], [undefined], [{}], [[]], [42], [{ rows: [1, 2] }], [{ a: 1, b: { c: [null] } }]])(
    "%j has no messages",
    (value) => {
      expect(readMessages(value)).toEqual([]);
      expect(readConversation(value, value)).toEqual({ input: [], output: [], finishReason: null });
    },
  );

  it("ends on endlessly nested payloads", () => {
    let value: unknown = "deep";
    for (let depth = 0; depth < 5000; depth += 1) value = { input: [value] };
    expect(readMessages(value)).toEqual([]);
    expect(readConversation(value, value).input).toEqual([]);
  });

  it("leaves numbers of exact JSON alone", () => {
    expect(readMessages(parseJson('{"messages": 1.50, "n": [9007199254740993]}'))).toEqual([]);
  });
});

it("the text of a message excludes reasoning and tools", () => {
  const [message] = readMessages({
    role: "assistant",
    reasoning_content: "Hmm.",
    content: "Yes.",
    tool_calls: [{ id: "c", function: { name: "f", arguments: "{}" } }],
  });
  expect(message && messageText(message)).toBe("Yes.");
  expect(message?.parts.map((part) => part.kind)).toEqual(["reasoning", "text", "tool-request"]);
});

describe("formats of newer clients", () => {
  it("OpenAI's responses: tools that it runs itself, tools with free text, and images that it generates", () => {
    const output = {
      output: [
        { type: "web_search_call", id: "w1", status: "completed", action: { query: "HAT170" } },
        { type: "custom_tool_call", call_id: "c1", name: "sql", input: "SELECT 1" },
        { type: "image_generation_call", id: "i1", result: "aGk=" },
        { type: "mcp_call", name: "lookup", arguments: "{}", output: "found", server_label: "x" },
      ],
    };
    expect(readConversation({}, output).output).toEqual([
      messageOf("assistant", request(null, "web_search", { action: { query: "HAT170" } })),
      messageOf("assistant", request("c1", "sql", "SELECT 1")),
      messageOf("assistant", {
        kind: "media",
        media: "image",
        mimeType: null,
        source: "data:image/png;base64,aGk=",
        name: "image_generation",
      }),
      messageOf("assistant", request(null, "lookup", "{}"), result(null, "found", { name: "lookup" })),
    ]);
    const answered = { input: [{ type: "custom_tool_call_output", call_id: "c1", output: "1" }] };
    expect(readMessages(answered)).toEqual([messageOf("tool", result("c1", "1"))]);
  });

  it("OpenAI's responses: results of tools that the program runs, and what the user is asked to allow", () => {
    const image = { kind: "media", media: "image", mimeType: null, source: "data:image/png;base64,aGk=", name: null };
    const screenshot = { type: "computer_screenshot", image_url: image.source };
    const items = [
      { type: "computer_call", id: "i", call_id: "c1", status: "completed", action: { type: "click" } },
      { type: "computer_call_output", call_id: "c1", output: screenshot },
      { type: "local_shell_call_output", call_id: "c2", output: "done" },
      { type: "code_interpreter_call", id: "i", code: "1+1", outputs: [{ type: "logs", logs: "2" }] },
      { type: "mcp_approval_request", id: "a1", name: "pay", arguments: "{}", server_label: "x" },
      { type: "mcp_approval_response", approval_request_id: "a1", approve: false },
    ];
    expect(readMessages({ input: items })).toEqual([
      messageOf("assistant", request("c1", "computer", { action: { type: "click" } })),
      messageOf("tool", result("c1", screenshot), image as ChatPart),
      messageOf("tool", result("c2", "done")),
      messageOf(
        "assistant",
        request(null, "code_interpreter", { code: "1+1" }),
        result(null, [{ type: "logs", logs: "2" }], { name: "code_interpreter" }),
      ),
      messageOf("assistant", request("a1", "pay", "{}")),
      messageOf("tool", result("a1", false)),
    ]);
  });

  it("OpenInference: the request of a function by its two members", () => {
    const asked = { role: "assistant", function_call_name: "f", function_call_arguments_json: '{"a":1}' };
    expect(readMessages({ "llm.output_messages": [asked] })).toEqual([
      messageOf("assistant", request(null, "f", '{"a":1}')),
    ]);
  });

  it("a refusal under any name of its words", () => {
    const refusal = { ...text("I cannot."), isRefusal: true } as ChatPart;
    for (const name of ["refusal", "content", "text"]) {
      const message = { role: "assistant", parts: [{ type: "refusal", [name]: "I cannot." }] };
      expect(readMessages([message])).toEqual([messageOf("assistant", refusal)]);
    }
  });

  it("Bedrock: images and documents in blocks of their own", () => {
    const image = { image: { format: "png", source: { bytes: "aGk=" } } };
    const file = { document: { format: "pdf", name: "terms", source: { s3Location: { uri: "s3://b/k" } } } };
    const media = {
      kind: "media",
      media: "image",
      mimeType: "image/png",
      source: "data:image/png;base64,aGk=",
      name: null,
    };
    const document = { ...media, media: "file", mimeType: "application/pdf", source: "s3://b/k", name: "terms" };
    expect(readMessages([{ role: "user", content: [{ text: "See" }, image, file] }])).toEqual([
      messageOf("user", text("See"), media as ChatPart, document as ChatPart),
    ]);
  });

  it.each([
    ["Ollama", { content: "Hi", thinking: "Hm" }],
    [
      "OpenRouter",
      {
        content: "Hi",
        reasoning_details: [
          { type: "reasoning.text", text: "Hm" },
          { type: "reasoning.encrypted", data: "x" },
        ],
      },
    ],
    ["LiteLLM", { content: "Hi", reasoning_content: "Hm", thinking_blocks: [{ type: "thinking", thinking: "Hm" }] }],
    ["LiteLLM, blocks alone", { content: "Hi", thinking_blocks: [{ type: "thinking", thinking: "Hm" }] }],
    [
      "Mistral",
      {
        content: [
          { type: "thinking", thinking: [{ type: "text", text: "Hm" }] },
          { type: "text", text: "Hi" },
        ],
      },
    ],
  ])("%s: reasoning, once", (_client, message) => {
    const reasoning: ChatPart = { kind: "reasoning", text: "Hm" };
    expect(readMessages([{ role: "assistant", ...message }])).toEqual([messageOf("assistant", reasoning, text("Hi"))]);
  });

  it("Ollama: images next to the text", () => {
    const image = { kind: "media", media: "image", mimeType: null, source: "data:image/png;base64,aGk=", name: null };
    expect(readMessages([{ role: "user", content: "See", images: ["aGk="] }])).toEqual([
      messageOf("user", text("See"), image as ChatPart),
    ]);
  });

  it("CrewAI: messages as Python prints them", () => {
    expect(readMessages({ "input.value": "[{'role': 'user', 'content': \"it's me\"}]" })).toEqual([
      messageOf("user", text("it's me")),
    ]);
    expect(readMessages({ "input.value": "[see below]" })).toEqual([]);
  });

  it("a list of prompts has a message for each", () => {
    expect(readMessages({ model: "m", prompt: ["a", "b"] })).toHaveLength(2);
  });

  it("Spring AI: texts alone are messages in their order", () => {
    const { input, output } = readConversation(
      { "gen_ai.prompt": ["Be brief.", "Hi"] },
      { "gen_ai.completion": ["A", "B"] },
    );
    expect(input).toEqual([messageOf("user", text("Be brief.")), messageOf("user", text("Hi"))]);
    expect(output).toEqual([messageOf("assistant", text("A")), messageOf("assistant", text("B"))]);
  });

  it("a request that is one text keeps its instructions", () => {
    expect(readConversation({ instructions: "Be brief.", input: "Hi" }, null).input).toEqual([
      messageOf("system", text("Be brief.")),
      messageOf("user", text("Hi")),
    ]);
    expect(readConversation({ config: { system_instruction: "Be brief." }, contents: "Hi" }, null).input).toEqual([
      messageOf("system", text("Be brief.")),
      messageOf("user", text("Hi")),
    ]);
  });

  it.each([
    ["Error: flight HAT170 not available", true],
    ["ValueError: no such flight", true],
    ["Traceback (most recent call last):\n  File", true],
    ["Error handling is described in the manual", false],
    ["[]", false],
  ])("a tool result that reports its own failure is shown as failed: %s", (content, isError) => {
    const [message] = readMessages({ messages: [{ role: "tool", tool_call_id: "c1", content }] });
    expect(message?.parts).toMatchObject([{ kind: "tool-result", isError }]);
  });

  it("an argument named like instructions does not count as a conversation", () => {
    expect(readConversation({ system: "prod", rows: [1, 2] }, { a: 1, b: 2 })).toMatchObject({ input: [], output: [] });
  });

  it("OpenAI's chat: tools with free text", () => {
    const message = {
      role: "assistant",
      tool_calls: [{ id: "c1", type: "custom", custom: { name: "sql", input: "SELECT 1" } }],
    };
    expect(readMessages({ messages: [message] })).toEqual([messageOf("assistant", request("c1", "sql", "SELECT 1"))]);
  });

  it("Anthropic: results of its own tools, and images among results", () => {
    const picture = { type: "image", source: { type: "base64", media_type: "image/png", data: "aGk=" } };
    const inputs = {
      messages: [
        {
          role: "assistant",
          content: [
            { type: "server_tool_use", id: "s1", name: "web_search", input: { query: "x" } },
            { type: "web_search_tool_result", tool_use_id: "s1", content: [{ url: "u" }] },
          ],
        },
        {
          role: "user",
          content: [{ type: "tool_result", tool_use_id: "t1", content: [{ type: "text", text: "Look" }, picture] }],
        },
      ],
    };
    const [own, looked] = readMessages(inputs);
    expect(own?.parts).toEqual([request("s1", "web_search", { query: "x" }), result("s1", [{ url: "u" }])]);
    expect(looked?.role).toBe("tool");
    expect(looked?.parts.map(({ kind }) => kind)).toEqual(["tool-result", "media"]);
    expect(looked?.parts[1]).toMatchObject({ media: "image", source: "data:image/png;base64,aGk=" });
  });

  it("Google: code that the model ran", () => {
    const output = {
      candidates: [
        {
          content: {
            role: "model",
            parts: [
              { executableCode: { language: "PYTHON", code: "1/0" } },
              { codeExecutionResult: { outcome: "OUTCOME_FAILED", output: "ZeroDivisionError" } },
            ],
          },
        },
      ],
    };
    expect(readConversation({}, output).output).toEqual([
      messageOf(
        "assistant",
        request(null, "code_execution", { language: "PYTHON", code: "1/0" }),
        result(null, "ZeroDivisionError", { name: "code_execution", isError: true }),
      ),
    ]);
  });

  it("Weave: images and audio that are stored with the call", () => {
    const stored = (type: string, name: string) => ({
      _type: "CustomWeaveType",
      weave_type: { type },
      files: { [name]: `digest of ${name}`, "metadata.json": "m" },
    });
    const content = [
      { type: "text", text: "Look" },
      stored("PIL.Image.Image", "image.png"),
      stored("wave.Wave_read", "audio.wav"),
    ];
    const [message] = readMessages({ messages: [{ role: "user", content }] });
    expect(message?.parts.slice(1)).toMatchObject([
      { kind: "media", media: "image", stored: { files: [{ source: { digest: "digest of image.png" } }] } },
      { kind: "media", media: "audio", stored: { files: [{ source: { digest: "digest of audio.wav" } }] } },
    ]);
  });
});
