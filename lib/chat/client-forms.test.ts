import { describe, expect, it } from "vitest";
import { conversationText } from "./message-text";
import { readConversation } from "./read-messages";

/** The conversation of a call as text, one line for each part. */
const chatOf = (inputs: unknown, output: unknown) => conversationText(readConversation(inputs, output)).split(/\n+/);

const lc = (name: string, kwargs: object) => ({
  lc: 1,
  type: "constructor",
  id: ["langchain", "schema", "messages", name],
  kwargs,
});

describe("a conversation from", () => {
  it("the GenAI conventions has the parts that providers answer themselves", () => {
    const inputs = {
      "gen_ai.system_instructions": [{ type: "text", content: "Be brief." }],
      "gen_ai.input.messages": [
        {
          role: "user",
          name: null,
          parts: [
            { type: "text", content: "Look at these" },
            { type: "blob", modality: "image", mime_type: "image/png", content: "aGk=" },
            { type: "uri", modality: "document", uri: "https://example.org/a.pdf" },
            { type: "file", modality: "image", file_id: "file-1" },
          ],
        },
        { role: "assistant", parts: [{ type: "compaction", id: "k", content: "Earlier: hello" }] },
      ],
    };
    const output = {
      "gen_ai.output.messages": [
        {
          role: "assistant",
          parts: [
            { type: "reasoning", content: "Search." },
            { type: "server_tool_call", id: "s", name: "search", server_tool_call: { type: "web", query: "HAT170" } },
            { type: "server_tool_call_response", id: "s", server_tool_call_response: { type: "web", hits: 2 } },
            { type: "text", content: "Two." },
          ],
          finish_reason: "stop",
        },
      ],
    };
    expect(chatOf(inputs, output)).toEqual([
      "system:",
      "Be brief.",
      "user:",
      "Look at these",
      "[image]",
      "[file]",
      "[image]",
      "assistant:",
      "Earlier: hello",
      "assistant:",
      "[reasoning] Search.",
      '[calls search] {"query":"HAT170"}',
      '[result] {"type":"web","hits":2}',
      "Two.",
    ]);
  });

  it("Pydantic AI has thinking, and arguments as JSON text", () => {
    const parts = [
      { type: "thinking", content: "Hm." },
      { type: "tool_call", id: "c", name: "weather", arguments: '{"city":"Paris"}' },
    ];
    const inputs = { "pydantic_ai.all_messages": [{ role: "user", parts: [{ type: "text", content: "Weather?" }] }] };
    expect(chatOf(inputs, { "gen_ai.output.messages": [{ role: "assistant", parts }] })).toEqual([
      "user:",
      "Weather?",
      "assistant:",
      "[reasoning] Hm.",
      '[calls weather] {"city":"Paris"}',
    ]);
    expect(chatOf(inputs, { final_result: "21 C" }).at(-1)).toBe("21 C");
  });

  it("Semantic Kernel has OpenAI's form under the names of the conventions", () => {
    const inputs = { "gen_ai.input.messages": [{ role: "user", content: "Weather?" }] };
    const output = {
      "gen_ai.output.messages": [{ role: "assistant", content: "Grey.", finish_reason: "FinishReason.STOP" }],
    };
    expect(chatOf(inputs, output)).toEqual(["user:", "Weather?", "assistant:", "Grey."]);
    expect(readConversation(inputs, output).finishReason).toBe("STOP");
  });

  it("OpenLLMetry has numbered messages with gaps, and functions with their arguments", () => {
    const numbered = { "9": { role: "user", content: "Two?" }, "12": { role: "user", content: "Three?" } };
    expect(chatOf({ "gen_ai.prompt": numbered }, null)).toEqual(["user:", "Two?", "user:", "Three?"]);
    const self = "<bot.Bot object at 0x7f1c2b>";
    expect(chatOf({ "traceloop.entity.input": { args: [self, "Two?"], kwargs: {} } }, null)).toEqual(["user:", "Two?"]);
    expect(chatOf({ args: [], kwargs: { question: "Why?" } }, { "traceloop.entity.output": "So." })).toEqual([
      "user:",
      "Why?",
      "assistant:",
      "So.",
    ]);
  });

  it("LangChain has dumps of its messages, generations, and a state that repeats what was asked", () => {
    const asked = lc("HumanMessage", { content: ["part one", "part two"], type: "human" });
    const request = lc("AIMessage", {
      content: "",
      type: "ai",
      tool_calls: [{ name: "weather", args: { city: "Paris" }, id: "c", type: "tool_call" }],
    });
    const result = lc("ToolMessage", { content: "grey", type: "tool", tool_call_id: "c", name: "weather" });
    const answer = lc("AIMessageChunk", { content: "Grey.", type: "AIMessageChunk" });
    const inputs = { inputs: { messages: [asked] }, tags: [], kwargs: { name: "agent" } };
    expect(chatOf(inputs, { outputs: { messages: [asked, request, result, answer] }, kwargs: {} })).toEqual([
      "user:",
      "part one",
      "part two",
      "assistant:",
      '[calls weather] {"city":"Paris"}',
      "tool (weather):",
      "[result] grey",
      "assistant:",
      "Grey.",
    ]);
    expect(chatOf({ messages: [[asked]] }, { generations: [[{ text: "LC answer" }]] }).at(-1)).toBe("LC answer");
    const generation = { text: "", message: answer, generation_info: { finish_reason: "stop" } };
    const generated = readConversation({ messages: [[asked]] }, { "output.value": { generations: [[generation]] } });
    expect(generated.output).toMatchObject([{ parts: [{ text: "Grey." }] }]);
    expect(generated.finishReason).toBe("stop");
  });

  it("LangGraph has steps that change the state, and LlamaIndex the history of a chat", () => {
    const answer = lc("AIMessage", { content: "Grey.", type: "ai" });
    const command = { graph: null, update: { messages: [answer] }, resume: null, goto: [] };
    for (const name of ["outputs", "output.value"]) {
      expect(chatOf({ question: "Weather?" }, { [name]: [command] })).toEqual([
        "user:",
        "Weather?",
        "assistant:",
        "Grey.",
      ]);
    }
    const history = {
      tools: ["<FunctionTool>"],
      user_msg: null,
      chat_history: [{ role: "user", content: "Weather?" }],
    };
    expect(chatOf(history, null)).toEqual(["user:", "Weather?"]);
  });

  it("OpenInference has wrapped messages with several contents, also under their whole names", () => {
    const contents = [{ message_content: { type: "text", text: "What is this?" } }];
    expect(chatOf({ "llm.input_messages": [{ message: { role: "user", contents } }] }, null)).toEqual([
      "user:",
      "What is this?",
    ]);
    const flat = { "message.role": "assistant", "message.content": "A cat." };
    expect(chatOf(null, { "llm.output_messages": [flat] })).toEqual(["assistant:", "A cat."]);
    const ran = { role: "function", function: [{ content: "grey", name: "weather", call_id: "c", is_error: false }] };
    expect(chatOf({ "llm.input_messages": [ran] }, null)).toEqual(["tool:", "[result] grey"]);
  });

  it("the AI SDK has texts, tools, objects and messages of its pages", () => {
    expect(chatOf({ system: "Be brief.", prompt: "Weather?" }, { text: "Grey.", finishReason: "stop" })).toEqual([
      "system:",
      "Be brief.",
      "user:",
      "Weather?",
      "assistant:",
      "Grey.",
    ]);
    expect(chatOf(null, { object: { sky: "grey" }, finishReason: "stop" })).toEqual(["assistant:", '{"sky":"grey"}']);
    const call = { toolCallType: "function", toolCallId: "c", toolName: "weather", args: '{"city":"Paris"}' };
    expect(chatOf(null, { "ai.response.toolCalls": [call], "ai.response.finishReason": "tool-calls" })).toEqual([
      "assistant:",
      '[calls weather] {"city":"Paris"}',
    ]);
    const shown = { type: "tool-weather", toolCallId: "c", state: "output-available", input: {}, output: "grey" };
    expect(
      chatOf({ messages: [{ id: "m", role: "assistant", parts: [{ type: "step-start" }, shown] }] }, null),
    ).toEqual(["assistant:", '{"type":"step-start"}', "[calls weather] {}", "[result] grey"]);
  });

  it("Langfuse has a list, arguments, or tools beside messages", () => {
    const message = { role: "user", content: [{ type: "text", text: "Weather?" }] };
    const asked = ["user:", "Weather?"];
    expect(chatOf({ "langfuse.observation.input": [message] }, null)).toEqual(asked);
    expect(chatOf({ args: [], kwargs: { messages: [message] } }, null)).toEqual(asked);
    expect(chatOf({ tools: [{ name: "weather" }], messages: [message] }, null)).toEqual(asked);
    expect(chatOf({ "langfuse.observation.input": "Weather?" }, null)).toEqual(asked);
    expect(chatOf({ "langfuse.observation.input": ["Weather?", "Now?"] }, null)).toEqual([...asked, "user:", "Now?"]);
  });

  it("Bedrock has blocks", () => {
    const inputs = {
      messages: [
        { role: "user", content: [{ text: "Weather?" }] },
        { role: "assistant", content: [{ toolUse: { toolUseId: "t", name: "weather", input: { city: "Paris" } } }] },
        { role: "user", content: [{ toolResult: { toolUseId: "t", content: [{ json: { sky: "grey" } }] } }] },
      ],
    };
    const content = [{ reasoningContent: { reasoningText: { text: "Hm." } } }, { text: "Grey." }];
    const output = { output: { message: { role: "assistant", content } }, stopReason: "end_turn" };
    expect(chatOf(inputs, output)).toEqual([
      "user:",
      "Weather?",
      "assistant:",
      '[calls weather] {"city":"Paris"}',
      "tool:",
      '[result] {"sky":"grey"}',
      "assistant:",
      "[reasoning] Hm.",
      "Grey.",
    ]);
    expect(readConversation(inputs, output).finishReason).toBe("end_turn");
  });

  it("Google has contents without roles", () => {
    expect(chatOf({ contents: ["Hi", "there"] }, null)).toEqual(["user:", "Hi", "user:", "there"]);
    expect(
      chatOf({ contents: { parts: [{ text: "Hi" }] } }, { candidates: [{ content: { parts: [{ text: "Yo" }] } }] }),
    ).toEqual(["user:", "Hi", "assistant:", "Yo"]);
    expect(
      chatOf({ "gcp.vertex.agent.llm_request": { contents: [{ role: "user", parts: [{ text: "Hi" }] }] } }, null),
    ).toEqual(["user:", "Hi"]);
  });

  it("LangSmith has choices and the texts of completions", () => {
    const raw = [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: "Grey." } }];
    expect(chatOf({ messages: [{ role: "user", content: "Weather?" }] }, { "gen_ai.completion": raw })).toEqual([
      "user:",
      "Weather?",
      "assistant:",
      "Grey.",
    ]);
    expect(chatOf({ prompt: "Weather?" }, { choices: [{ text: "Grey.", finish_reason: "stop" }] }).at(-1)).toBe(
      "Grey.",
    );
  });

  it("a crew has what it ended with", () => {
    expect(chatOf(null, { raw: "Done.", tasks_output: [{ name: "t" }], token_usage: {} })).toEqual([
      "assistant:",
      "Done.",
    ]);
  });
});

it("a tool that is requested without a role, or among contents without a type, is a request", () => {
  const call = { name: "get_weather", arguments: { city: "Paris" } };
  const asked = ["assistant:", '[calls get_weather] {"city":"Paris"}'];
  expect(chatOf(null, { "gen_ai.completion": [{ function_call: call }] })).toEqual(asked);
  const contents = [{ message_content: { id: "t", function: call } }];
  const message = { role: "assistant", contents, tool_calls: [{ tool_call: { id: "t", function: call } }] };
  expect(chatOf(null, { "llm.output_messages": [{ message }] })).toEqual(asked);
});

it.each([
  ["a pair of role and text", { messages: [["user", "Why?"]] }],
  ["a prompt in a list", { prompts: ["Why?"] }],
  ["the name of a step", { data: { writer: { messages: [{ role: "user", content: [{ text: "Why?" }] }] } } }],
  ["the body of a request", { modelId: "m", body: '{"messages":[{"role":"user","content":"Why?"}]}' }],
  ["JSON text with one text in it", { "input.value": '{"inputs":{"topic":"Why?"}}' }],
  ["a quoted text", { "ai.value": '"Why?"' }],
])("a question in %s is read", (_form, inputs) => {
  expect(chatOf(inputs, null)).toEqual(["user:", "Why?"]);
});

it("a role by the name of something that every object has is an unknown role", () => {
  expect(readConversation({ messages: [{ role: "constructor", content: "Hi" }] }, null).input[0]?.role).toBe("other");
  expect(readConversation([{ type: "constructor", content: "Hi" }], null).input).toEqual([]);
});

it("a refusal is shown in the history and in the output, and marked", () => {
  const refused = { role: "assistant", content: null, refusal: "I cannot help with that." };
  const inputs = { messages: [{ role: "user", content: "q1" }, refused, { role: "user", content: "q2" }] };
  const { input, output } = readConversation(inputs, { choices: [{ message: { ...refused, refusal: "Still no." } }] });
  expect(input[1]?.parts).toEqual([{ kind: "text", text: "I cannot help with that.", isRefusal: true }]);
  expect(output[0]?.parts).toEqual([{ kind: "text", text: "Still no.", isRefusal: true }]);
  expect(chatOf(null, { choices: [{ message: { content: "", refusal: "No." } }] })).toEqual(["assistant:", "No."]);
  const answered = [{ type: "message", role: "assistant", content: [{ type: "refusal", refusal: "No." }] }];
  expect(readConversation({ input: "q" }, { output: answered }).output[0]?.parts).toEqual([
    { kind: "text", text: "No.", isRefusal: true },
  ]);
});

it.each([
  ["the conventions", { "gen_ai.retrieval.documents": [{ id: "a", score: 0.9, content: "Bags" }] }],
  ["OpenInference", { "retrieval.documents": [{ document: { id: "a", content: "Bags", score: 0.9 } }] }],
  ["LlamaIndex", { output: [{ node: { id_: "a", text: "Bags" }, score: 0.9 }] }],
])("what a search found are documents: %s", (_client, output) => {
  const { input, output: found } = readConversation({ "gen_ai.retrieval.query.text": "How many bags?" }, output);
  expect(input).toMatchObject([{ role: "user", parts: [{ text: "How many bags?" }] }]);
  expect(found[0]?.parts).toEqual([{ kind: "documents", documents: [{ id: "a", text: "Bags", score: 0.9 }] }]);
});

it("documents without a score or an id are documents by their content alone", () => {
  const documents = [
    { page_content: "Bags", metadata: {}, type: "Document" },
    lc("Document", { page_content: "Seats" }),
  ];
  expect(readConversation("q", { documents }).output[0]?.parts).toEqual([
    {
      kind: "documents",
      documents: [
        { id: null, text: "Bags", score: null },
        { id: null, text: "Seats", score: null },
      ],
    },
  ]);
});

it.each([
  [{ flights: [{ id: "HAT170", price: 3 }] }],
  [{ results: [{ id: "a", content: "no search at all" }] }],
  [{ "embedding.vector": [0.1, 0.2, 0.3] }],
  [{ stream: "<openai.Stream object at 0x7f1c2b3d>" }],
  ["<openai.resources.responses.Responses object at 0x7F1C>"],
])("%j is not a conversation", (value) => {
  expect(readConversation(null, value).output).toEqual([]);
});

describe("objects that Python printed", () => {
  const printed = (role: string, parts: string) =>
    `ChatMessage(_role=<ChatRole.X: '${role}'>, _content=[${parts}], _meta={})`;
  const call = "ToolCall(tool_name='get_weather', arguments={'city': 'Paris'}, id='c1', extra=None)";

  it("are messages with their tools, as Haystack writes them", () => {
    const messages = [
      printed("system", "TextContent(text='Be short.')"),
      printed("user", 'TextContent(text="It\'s the weather?")'),
      printed("assistant", call),
      printed("tool", `ToolCallResult(result='grey', origin=${call}, error=False)`),
    ];
    const { input, output } = readConversation(
      { data: { asking: { messages } } },
      { answering: { replies: [printed("assistant", "TextContent(text='Grey.')")] } },
    );
    expect(input.map(({ role, parts }) => [role, parts[0]])).toEqual([
      ["system", { kind: "text", text: "Be short." }],
      ["user", { kind: "text", text: "It's the weather?" }],
      ["assistant", { kind: "tool-request", id: "c1", name: "get_weather", arguments: { city: "Paris" } }],
      ["tool", { kind: "tool-result", requestId: "c1", name: "get_weather", value: "grey", isError: false }],
    ]);
    expect(output).toMatchObject([{ role: "assistant", parts: [{ kind: "text", text: "Grey." }] }]);
  });

  it("are messages beside the address of an object, and where they were cut, as LlamaIndex writes them", () => {
    const message = (role: string, blocks: string) =>
      `ChatMessage(role=<MessageRole.X: '${role}'>, additional_kwargs={'tool_call_id': 'c1'}, blocks=[${blocks}])`;
    const asked = `AgentInput(input=[${message("user", "TextBlock(block_type='text', text='Why?')")}], current_agent_name='a')`;
    const request = "ToolCallBlock(block_type='tool_call', tool_call_id='c1', tool_name='find', tool_kwargs='{}')";
    expect(chatOf({ ctx: "<workflows.Context object at 0x7fa41e988e10>", ev: asked }, null)).toEqual(["user:", "Why?"]);
    expect(
      chatOf("q", {
        "output.value": `StopEvent(result=AgentOutput(response=${message("assistant", "TextBlock(text='So.')")}, st...`,
      }),
    ).toEqual(["user:", "q", "assistant:", "So."]);
    const { input } = readConversation(
      [message("assistant", request), message("tool", "TextBlock(text='grey')")],
      null,
    );
    expect(input.map(({ parts }) => parts[0])).toEqual([
      { kind: "tool-request", id: "c1", name: "find", arguments: "{}" },
      { kind: "tool-result", requestId: "c1", name: null, value: "grey", isError: false },
    ]);
  });

  it("are texts where they have no message", () => {
    expect(chatOf({ question: "Point(x=1)" }, "Point(x=2)")).toEqual([
      "user:",
      "Point(x=1)",
      "assistant:",
      "Point(x=2)",
    ]);
  });
});

it("a system prompt that is also the first message is shown once, another one beside it is kept", () => {
  const system = [{ type: "text", content: "Be short." }];
  const request = (first: string) => ({
    "gen_ai.system_instructions": system,
    "gen_ai.input.messages": [
      { role: "system", parts: [{ type: "text", content: first }] },
      { role: "user", parts: [{ type: "text", content: "Why?" }] },
    ],
  });
  const roles = (first: string) => readConversation(request(first), null).input.map(({ role }) => role);
  expect(roles("Be short.")).toEqual(["system", "user"]);
  expect(roles("Be kind.")).toEqual(["system", "system", "user"]);
});
