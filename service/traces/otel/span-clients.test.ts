import { describe, expect, it } from "vitest";
import type { RawSpan } from "@/lib/api/contract/calls/otel";
import { messageText } from "@/lib/chat/chat-message";
import { readConversation } from "@/lib/chat/read-messages";
import { askedIn } from "@/lib/chat/reading";
import { convertExport } from "./convert-export";
import type { CallParts } from "./span-call";
import { callOf, makeRequest, makeSpan, otlpAttributes } from "./testing/make-span";

const message = (role: string, content: string) => ({ role, parts: [{ type: "text", content }] });
const usageOf = (attributes: object, members: Partial<RawSpan> = {}) =>
  Object.values((callOf(attributes, members).end?.summary.usage ?? {}) as object)[0];
const event = (name: string, attributes: object) => ({ name, attributes: otlpAttributes(attributes) });

/** The call of a span of one instrumentation. */
function callFrom(scope: string, attributes: object): CallParts {
  const request = makeRequest([makeSpan(attributes)]);
  for (const { scopeSpans } of request.resourceSpans ?? []) {
    for (const spans of scopeSpans ?? []) spans.scope = { name: scope };
  }
  const [call] = convertExport(request, "e/p").calls;
  return JSON.parse(JSON.stringify(call)) as CallParts;
}

it("an agent or a step of Mastra has the payload that is under the name of its kind", () => {
  const { start, end } = callOf({
    "mastra.span.type": "agent_run",
    "mastra.agent_run.input": '[{"role":"user","content":"Weather?"}]',
    "mastra.agent_run.output": '{"text":"Grey."}',
    "enduser.pseudo.id": "visitor-7",
  });
  expect(start.inputs).toEqual({ "mastra.agent_run.input": [{ role: "user", content: "Weather?" }] });
  expect(askedIn(start.inputs)).toEqual({ text: "Weather?", role: "user" });
  expect(end?.output).toEqual({ text: "Grey." });
  expect(start.attributes).toMatchObject({ kind: "agent", user_id: "visitor-7" });
});

describe("a crew", () => {
  const agent = { "input.value": '{"agent":{"role":"weatherbot"},"context":"","tools":[]}', task_key: "66cdd8aa" };

  it("is asked the descriptions of its tasks", () => {
    const tasks = (...words: string[]) => JSON.stringify(words.map((description, id) => ({ id, description })));
    expect(callOf({ crew_tasks: tasks("Weather?") }).start.inputs).toEqual({ task: "Weather?" });
    expect(callOf({ crew_tasks: tasks("Weather?", "Write.") }).start.inputs).toEqual({ tasks: ["Weather?", "Write."] });
  });

  it("asks each agent what the agent's result names, beside what the agent is", () => {
    const { start, end } = callOf({ ...agent, "output.value": '{"description":"Weather?","raw":"Grey."}' });
    expect(start.inputs).toEqual({ task: "Weather?", agent: { role: "weatherbot" }, context: "", tools: [] });
    expect(end?.output).toEqual({ description: "Weather?", raw: "Grey." });
    expect(callOf(agent).start.inputs).not.toHaveProperty("task");
  });
});

describe("a workflow of LlamaIndex", () => {
  const start = (event: string) =>
    callOf({ "input.value": JSON.stringify({ init_state: { is_running: false }, start_event: event, tags: {} }) })
      .start;

  it("is given what its first event holds, not its state", () => {
    expect(start("StartEvent(topic='cats')").inputs).toEqual({ topic: "cats" });
    expect(start("AgentWorkflowStartEvent()").inputs).toEqual({});
    expect(start("<StartEvent>").inputs).toEqual({ start_event: "<StartEvent>" });
  });
});

describe("a conversation", () => {
  it("is not replaced by the name, version and variables of its prompt", () => {
    const named = {
      "gen_ai.prompt.name": "greeting",
      "gen_ai.prompt.version": "3",
      "gen_ai.prompt.variable.city": "Rome",
    };
    const { start } = callOf({ ...named, "gen_ai.input.messages": JSON.stringify([message("user", "Hi")]) });
    expect(start.inputs).toEqual({ "gen_ai.input.messages": [message("user", "Hi")] });
    expect(start.attributes).toMatchObject({
      prompt_name: "greeting",
      prompt_version: "3",
      prompt_variables: { city: "Rome" },
    });
    expect(callOf(named).start.inputs).toEqual({});
    expect(callOf({ ...named, "gen_ai.prompt": '{"messages":[]}' }).start.inputs).toEqual({ messages: [] });
    expect(callOf({ ...named, "gen_ai.prompt.0.role": "user", "gen_ai.prompt.0.content": "Hi" }).start.inputs).toEqual({
      "gen_ai.prompt": [{ role: "user", content: "Hi" }],
    });
  });

  it("in numbered attributes is in the order of the numbers, from any number on", () => {
    const numbers = [233, 9, 10];
    const attributes = numbers.map((number) => [`llm.output_messages.${number}.message.content`, `at ${number}`]);
    expect(callOf(Object.fromEntries(attributes)).end?.output).toEqual({
      "llm.output_messages": [{ content: "at 9" }, { content: "at 10" }, { content: "at 233" }],
    });
  });

  it("comes before the request and the answer as their program had them", () => {
    const { start, end } = callOf({
      "input.value": '{"messages":[[{"lc":1}]]}',
      "output.value": '{"generations":[[{"text":"Hello"}]],"id":"r1"}',
      "llm.input_messages.0.message.role": "user",
      "llm.input_messages.0.message.contents.0.message_content.type": "text",
      "llm.input_messages.0.message.contents.0.message_content.text": "Hi",
      "llm.output_messages.0.message.role": "assistant",
      "llm.output_messages.0.message.content": "Hello",
      "llm.tools.0.tool.json_schema": '{"name":"find"}',
    });
    expect(start.inputs).toEqual({
      "llm.input_messages": [{ role: "user", content: [{ type: "text", text: "Hi" }] }],
      tools: [{ name: "find" }],
    });
    expect(end?.output).toEqual({ "llm.output_messages": [{ role: "assistant", content: "Hello" }] });
    expect(start.attributes).toMatchObject({ response_id: "r1" });
  });

  it("of OpenInference has no parts of which only the type was sent, and is no list of roles alone", () => {
    const part = "llm.input_messages.0.message.contents.0.message_content";
    const call = "llm.input_messages.0.message.tool_calls.0.tool_call";
    const used = { [`${part}.type`]: "tool_use", [`${call}.id`]: "c", [`${call}.function.name`]: "find" };
    expect(callOf(used).start.inputs).toEqual({
      "llm.input_messages": [{ content: [], tool_calls: [{ id: "c", function: { name: "find" } }] }],
    });
    const roles = { "llm.input_messages.0.message.role": "user", "input.value": '{"messages":["Hi"]}' };
    expect(callOf(roles).start.inputs).toEqual({ messages: ["Hi"] });
  });

  it("of Pydantic AI is divided into what was asked and what was answered", () => {
    const call = { role: "assistant", parts: [{ type: "tool_call", id: "c", name: "find" }] };
    const result = { role: "user", parts: [{ type: "tool_call_response", id: "c", result: "18 C" }] };
    const all = [message("user", "Rome?"), message("assistant", "20 C"), message("user", "Paris?"), call, result];
    const attributes = { "pydantic_ai.all_messages": JSON.stringify([...all, message("assistant", "18 C")]) };
    const { start, end } = callOf({ ...attributes, final_result: "18 C" });
    expect(start.inputs).toEqual({ messages: all.slice(0, 3) });
    expect(end?.output).toEqual({ final_result: "18 C" });
    expect(start.attributes).toMatchObject({ kind: "agent" });
    expect(callOf({ ...attributes, "pydantic_ai.new_message_index": 2 }).end?.output).toEqual({
      "gen_ai.output.messages": [call, result, message("assistant", "18 C")],
    });
    const events = [
      { "event.name": "gen_ai.user.message", content: "Paris?", role: "user" },
      { "event.name": "gen_ai.choice", message: { role: "assistant", content: "18 C" } },
    ];
    const older = callOf({ events: JSON.stringify(events) });
    expect(older.start.inputs).toEqual({ messages: [events[0]] });
    expect(older.end?.output).toEqual({ "gen_ai.output.messages": [{ role: "assistant", content: "18 C" }] });
    expect(callOf({ events: '[{"name":"clicked"}]' }).start.inputs).toEqual({});
  });

  it("of Langfuse that is a list has messages", () => {
    const { start, end } = callOf({
      "langfuse.observation.input": '[{"role":"user","content":"Hi"}]',
      "langfuse.observation.output": "[1,2]",
    });
    expect(start.inputs).toEqual({ messages: [{ role: "user", content: "Hi" }] });
    expect(end?.output).toEqual({ "langfuse.observation.output": [1, 2] });
  });

  it("of LiteLLM has the calls of tools that only the older form has", () => {
    const { end } = callOf({
      "gen_ai.output.messages": '[{"role":"assistant","parts":[]}]',
      "gen_ai.completion.0.role": "assistant",
      "gen_ai.completion.0.function_call.name": "find",
    });
    expect(end?.output).toEqual({ "gen_ai.completion": [{ role: "assistant", function_call: { name: "find" } }] });
  });

  it("of Strands is joined from several events, and a tool's events are its arguments and its result", () => {
    const details = (attributes: object) => event("gen_ai.client.inference.operation.details", attributes);
    const { start } = callOf(
      {},
      {
        events: [
          details({ "gen_ai.input.messages": JSON.stringify([message("user", "Hi")]) }),
          details({ "gen_ai.input.messages": JSON.stringify([message("user", "there")]) }),
        ],
      },
    );
    expect(start.inputs).toEqual({ "gen_ai.input.messages": [message("user", "Hi"), message("user", "there")] });
    const tool = callOf(
      { "gen_ai.operation.name": "execute_tool" },
      {
        events: [
          event("gen_ai.tool.message", { content: '{"city":"Paris"}', id: "c" }),
          event("gen_ai.choice", { message: '[{"text":"18 C"}]' }),
        ],
      },
    );
    expect(tool.start.inputs).toEqual({ city: "Paris" });
    expect(tool.end?.output).toEqual({ "gen_ai.tool.call.result": [{ text: "18 C" }] });
  });

  it("is absent where only its circumstances were sent", () => {
    const { start, end } = callOf({ "ai.response.finishReason": "stop", "input.mime_type": "text/plain" });
    expect(start.inputs).toEqual({});
    expect(end?.output).toBeNull();
  });
});

describe("inputs and outputs", () => {
  it.each([
    [
      "Pydantic AI's tool",
      { tool_arguments: '{"city":"Paris"}', tool_response: "18 C" },
      { city: "Paris" },
      { tool_response: "18 C" },
    ],
    ["what the AI SDK embeds", { "ai.values": ['"one"', '"two"'] }, { "ai.values": ["one", "two"] }, null],
    [
      "a search",
      { "gen_ai.retrieval.query.text": "bags", "gen_ai.retrieval.documents": '[{"id":"a","score":0.9}]' },
      { "gen_ai.retrieval.query.text": "bags" },
      { "gen_ai.retrieval.documents": [{ id: "a", score: 0.9 }] },
    ],
    [
      "OpenInference's search",
      { "input.value": "bags", "output.value": "{}", "retrieval.documents.0.document.content": "Two bags" },
      { "input.value": "bags" },
      { "retrieval.documents": [{ content: "Two bags" }] },
    ],
    [
      "a memory that is searched",
      {
        "gen_ai.operation.name": "search_memory",
        "gen_ai.memory.query.text": "who",
        "gen_ai.memory.records": '[{"content":"Mia"}]',
      },
      { "gen_ai.memory.query.text": "who" },
      { "gen_ai.memory.records": [{ content: "Mia" }] },
    ],
    [
      "a memory that is written",
      { "gen_ai.operation.name": "upsert_memory", "gen_ai.memory.records": '[{"content":"Mia"}]' },
      { "gen_ai.memory.records": [{ content: "Mia" }] },
      null,
    ],
    [
      "a tool of LangChain",
      { "traceloop.span.kind": "tool", "gen_ai.tool.call.arguments": `{"input_str":"{'city': 'Paris'}","kwargs":{}}` },
      { city: "Paris" },
      null,
    ],
    ["empty dumps beside a text", { "gcp.vertex.agent.llm_request": "{}", input: "Hi" }, { input: "Hi" }, null],
  ])("of %s", (_name, attributes, inputs, output) => {
    const call = callOf(attributes);
    expect(call.start.inputs).toEqual(inputs);
    expect(call.end?.output).toEqual(output);
  });
});

describe("the name and kind of a call", () => {
  it.each([
    ["execute_tool get_weather", { "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "get_weather" }],
    ["execute_tool get_weather", { "gen_ai.operation.name": "execute_tool" }],
    ["running tool", { "gen_ai.tool.name": "get_weather", "logfire.msg": "running tool: get_weather" }],
    ["ai.toolCall", { "ai.operationId": "ai.toolCall", "ai.toolCall.name": "get_weather" }],
    ["get_weather.tool", { "traceloop.span.kind": "tool" }],
    ["tools/call get_weather", { "mcp.method.name": "tools/call", "gen_ai.operation.name": "execute_tool" }],
  ])("are those of the tool: %s", (name, attributes) => {
    const { start } = callOf(attributes, { name });
    expect(start).toMatchObject({
      op_name: name,
      display_name: "get_weather",
      attributes: { kind: "tool", tool: "get_weather" },
    });
  });

  it("stay those of a person, and are Logfire's words where its name is a template", () => {
    const tool = { "openinference.span.kind": "TOOL", "tool.name": "get_weather" };
    expect(callOf(tool, { name: "ask the sky" }).start).toMatchObject({ op_name: "ask the sky", display_name: null });
    expect(callOf({ "logfire.msg": "buy 3" }, { name: "buy {count}" }).start.display_name).toBe("buy 3");
    expect(callOf({ "logfire.msg": "w run" }, { name: "invoke_agent w" }).start.display_name).toBeNull();
  });

  it.each([
    [{ "openinference.span.kind": "RETRIEVER" }, "retrieval"],
    [{ "openinference.span.kind": "GUARDRAIL" }, "guardrail"],
    [{ "gen_ai.operation.name": "retrieval" }, "retrieval"],
    [{ "gen_ai.operation.name": "create_memory" }, "memory"],
    [{ "gen_ai.operation.name": "plan" }, "planning"],
    [{ "gen_ai.operation.name": "embeddings" }, "embedding"],
    [{ "gen_ai.operation.name": "agent_step" }, "chain"],
    [{ "mcp.method.name": "tools/list" }, "mcp"],
    [{ "gen_ai.system": "openai", "gen_ai.request.model": "gpt-4" }, "llm"],
    [{ "traceloop.span.kind": "task" }, "task"],
  ])("the kind of %j is %s", (attributes, kind) => {
    expect(callOf(attributes).start.attributes).toMatchObject({ kind });
  });
});

describe("facts", () => {
  it("are who used it, tags, metadata, finish reasons, the response, the first chunk and the sender's cost", () => {
    expect(
      callOf({
        "gen_ai.operation.name": "chat",
        "gen_ai.response.id": "r1",
        "gen_ai.response.finish_reasons": '["FinishReason.STOP"]',
        "gen_ai.response.time_to_first_chunk": 0.25,
        "operation.cost": 0.0012,
        "user.id": "mia",
        "langfuse.trace.tags": ["vip"],
        "langfuse.trace.metadata.plan": '"gold"',
      }).start.attributes,
    ).toEqual({
      kind: "llm",
      operation: "chat",
      response_id: "r1",
      finish_reasons: ["STOP"],
      time_to_first_chunk_s: 0.25,
      cost_as_sent_usd: 0.0012,
      user_id: "mia",
      tags: ["vip"],
      metadata: { plan: "gold" },
    });
  });

  it.each([
    ["user.id"],
    ["enduser.id"],
    ["gen_ai.user"],
    ["langfuse.user.id"],
    ["llm.user"],
    ["ai.telemetry.metadata.userId"],
    ["traceloop.association.properties.user_id"],
    ["langsmith.metadata.user_id"],
  ])("have the end user under %s", (name) => {
    expect(callOf({ "gen_ai.operation.name": "chat", [name]: "mia" }).start.attributes).toMatchObject({
      user_id: "mia",
    });
  });

  it("of any program do not hide its own attributes", () => {
    expect(callOf({ "http.route": "/x", "enduser.id": "mia", "error.type": "E" }).start.attributes).toMatchObject({
      http: { route: "/x" },
      user_id: "mia",
    });
  });

  it("are in the unit of each client: the first chunk", () => {
    const at = { "gen_ai.server.time_to_first_token": 250 };
    expect(callFrom("strands.telemetry.tracer", at).start.attributes).toMatchObject({ time_to_first_chunk_s: 0.25 });
    expect(callOf({ "ai.response.msToFirstChunk": 250 }).start.attributes).toMatchObject({
      time_to_first_chunk_s: 0.25,
    });
    const time = { "langfuse.observation.completion_start_time": '"2025-11-20T14:30:02.382Z"' };
    expect(callOf(time).start.attributes).toMatchObject({ time_to_first_chunk_s: 0.5 });
    const first = { name: "First Token Stream Event", timeUnixNano: "1763649002132123456", attributes: [] };
    expect(callOf({}, { events: [event("other", {}), first] }).start.attributes).toMatchObject({
      time_to_first_chunk_s: 0.25,
    });
  });

  it("are no provider where a framework names itself, and both models where the answering one differs", () => {
    const { start } = callOf({
      "gen_ai.operation.name": "chat",
      "gen_ai.provider.name": "strands-agents",
      "ai.model.id": "gpt-4o",
      "ai.response.model": "gpt-4o-2024-08-06",
    });
    expect(start.attributes).toMatchObject({ model: "gpt-4o-2024-08-06", requested_model: "gpt-4o" });
    expect(start.attributes).not.toHaveProperty("provider");
  });
});

describe("tokens", () => {
  it("of Pydantic AI have their details", () => {
    expect(
      usageOf({
        "gen_ai.usage.input_tokens": 130_213,
        "gen_ai.usage.details.input_tokens": 5,
        "gen_ai.usage.details.cache_read_tokens": 128_955,
        "gen_ai.usage.details.cache_write_tokens": 1253,
        "gen_ai.usage.details.reasoning_tokens": 7,
      }),
    ).toEqual({
      requests: 1,
      input_tokens: 130_213,
      total_tokens: 130_213,
      cache_read_input_tokens: 128_955,
      cache_creation_input_tokens: 1253,
      reasoning_tokens: 7,
    });
  });

  it("of Langfuse have OpenAI's details, and its own kinds are added up", () => {
    const openai = {
      ...{ prompt_tokens: 1200, completion_tokens: 345, total_tokens: 1545 },
      prompt_tokens_details: { cached_tokens: 1000 },
      completion_tokens_details: { reasoning_tokens: 200 },
    };
    const details = (usage: object) => usageOf({ "langfuse.observation.usage_details": JSON.stringify(usage) });
    expect(details(openai)).toEqual({
      ...{ requests: 1, prompt_tokens: 1200, completion_tokens: 345, total_tokens: 1545 },
      ...{ cache_read_input_tokens: 1000, reasoning_tokens: 200 },
    });
    expect(details({ input: 200, cache_read_input_tokens: 1000, output: 5 })).toMatchObject({
      prompt_tokens: 1200,
      total_tokens: 1205,
    });
    expect(details({ input: 1200, cache_read_input_tokens: 1000, output: 5, total: 1205 })).toMatchObject({
      prompt_tokens: 1200,
      total_tokens: 1205,
    });
  });

  it("of Langfuse are beside each other without a total, also those of speech and reasoning", () => {
    const counts = {
      input: 10,
      input_audio_tokens: 4,
      output: 40,
      output_audio_tokens: 2,
      output_reasoning_tokens: 30,
    };
    const usage = usageOf({ "langfuse.observation.usage_details": JSON.stringify(counts) });
    expect(usage).toMatchObject({ prompt_tokens: 14, completion_tokens: 72, total_tokens: 86 });
    const images = { input: 10, input_image_tokens: 3, output: 1, output_image_tokens: 8 };
    expect(usageOf({ "langfuse.observation.usage_details": JSON.stringify(images) })).toMatchObject({
      ...{ prompt_tokens: 13, completion_tokens: 9, total_tokens: 22 },
      ...{ prompt_tokens_details: { image_tokens: 3 }, completion_tokens_details: { image_tokens: 8 } },
    });
    expect(usageOf({ "langfuse.observation.usage_details": '{"input":10}' })).toEqual({
      ...{ requests: 1, prompt_tokens: 10, total_tokens: 10 },
    });
  });

  it("have the names of Gemini and of other programs' objects", () => {
    const gemini = {
      prompt_token_count: 10,
      candidates_token_count: 5,
      thoughts_token_count: 3,
      total_token_count: 18,
    };
    const expected = { prompt_tokens: 10, completion_tokens: 5, thoughts_token_count: 3, total_tokens: 18 };
    expect(usageOf({ "langfuse.observation.usage_details": JSON.stringify(gemini) })).toMatchObject(expected);
    expect(usageOf({ "gen_ai.usage": gemini })).toMatchObject(expected);
    const camel = { promptTokens: 10, completionTokens: 5, totalTokens: 15 };
    expect(usageOf({ "langfuse.observation.usage_details": JSON.stringify(camel) })).toMatchObject({
      ...{ prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
    });
  });

  it("are texts of Python in LangSmith and LiteLLM", () => {
    expect(
      usageOf({
        "gen_ai.usage.input_tokens": 1200,
        "gen_ai.usage.output_tokens": 345,
        "gen_ai.usage.input_token_details": "{'audio': None, 'cache_read': 1000}",
        "gen_ai.usage.output_token_details": "{'reasoning': 200}",
      }),
    ).toMatchObject({ cache_read_input_tokens: 1000, reasoning_tokens: 200, total_tokens: 1545 });
    expect(
      usageOf({ "metadata.usage_object": "{'a': None, 'prompt_tokens_details': {'cached_tokens': 1000}}" }),
    ).toMatchObject({ cache_read_input_tokens: 1000 });
  });

  it("written to a cache are divided by how long they are kept, and the parts of speech and pictures are inside", () => {
    expect(
      usageOf({
        "gen_ai.usage.input_tokens": 1000,
        "anthropic.usage.cache_creation.ephemeral_5m_input_tokens": 30,
        "anthropic.usage.cache_creation.ephemeral_1h_input_tokens": 20,
        "gen_ai.usage.audio.input_tokens": 9,
        "gen_ai.usage.image.input_tokens": 0,
        "gen_ai.usage.details.video_prompt_tokens": 7,
      }),
    ).toEqual({
      ...{ requests: 1, input_tokens: 1000, total_tokens: 1000, cache_creation_input_tokens: 50 },
      cache_creation: { ephemeral_5m_input_tokens: 30, ephemeral_1h_input_tokens: 20 },
      prompt_tokens_details: { audio_tokens: 9, video_tokens: 7 },
    });
  });

  it("exclude cached ones where a client passes on what Anthropic counts", () => {
    const sent = { "gen_ai.usage.input_tokens": 200, "gen_ai.usage.output_tokens": 10, "gen_ai.system": "anthropic" };
    const cached = { "gen_ai.usage.cache_read.input_tokens": 100 };
    const usage = callFrom("openlit.otel.tracing", { ...sent, ...cached }).end?.summary.usage as object;
    expect(Object.values(usage)).toMatchObject([{ input_tokens: 300, total_tokens: 310 }]);
    expect(usageOf({ ...sent, ...cached })).toMatchObject({ input_tokens: 200, total_tokens: 210 });
    const sdk = {
      "ai.model.provider": "anthropic.messages",
      "ai.usage.inputTokens": 200,
      "ai.usage.cachedInputTokens": 100,
    };
    expect(usageOf(sdk)).toMatchObject({ input_tokens: 300 });
    expect(usageOf({ ...sdk, "ai.usage.inputTokenDetails.cacheReadTokens": 100 })).toMatchObject({ input_tokens: 200 });
    const claudeCode = { input_tokens: 200, output_tokens: 10, cache_read_tokens: 100, model: "claude" };
    expect(usageOf(claudeCode, { name: "claude_code.llm_request" })).toMatchObject({ input_tokens: 300 });
    expect(usageOf(claudeCode, { name: "anything else" })).toBeUndefined();
  });

  it("are counted by the AI SDK in details, and for what it embeds", () => {
    expect(
      usageOf({
        "ai.usage.inputTokens": 1200,
        "ai.usage.inputTokenDetails.cacheReadTokens": 1000,
        "ai.usage.inputTokenDetails.cacheWriteTokens": 50,
        "ai.usage.outputTokenDetails.reasoningTokens": 200,
      }),
    ).toMatchObject({ cache_read_input_tokens: 1000, cache_creation_input_tokens: 50, reasoning_tokens: 200 });
    expect(usageOf({ "ai.usage.tokens": 9 })).toMatchObject({ prompt_tokens: 9, total_tokens: 9 });
    const metadata = { "ai.response.providerMetadata": '{"openai":{"cachedPromptTokens":1000,"reasoningTokens":200}}' };
    expect(usageOf({ "ai.usage.promptTokens": 1200, ...metadata })).toMatchObject({ cache_read_input_tokens: 1000 });
  });

  it.each([
    ["cache_read_tokens", "cache_write_tokens", "reasoning_output_tokens"],
    ["cached_input_tokens", "cache_creation_tokens", "output_reasoning_tokens"],
    ["input_tokens.cached", "input_tokens.cache_write", "output_tokens.reasoning"],
    ["prompt_tokens_details.cached_tokens", "prompt_tokens_details.cache_write_tokens", "reasoningTokens"],
    ["input_tokens_details.cached_tokens", "cacheWriteInputTokens", "output_tokens_details.reasoning_tokens"],
  ])("have the parts of the names that programs give them: %s", (read, written, reasoning) => {
    const counts = { input_tokens: 100, output_tokens: 10, [read]: 60, [written]: 5, [reasoning]: 4 };
    const sent = Object.entries(counts).map(([name, count]) => [`gen_ai.usage.${name}`, count]);
    expect(usageOf(Object.fromEntries(sent))).toEqual({
      ...{ requests: 1, input_tokens: 100, output_tokens: 10, total_tokens: 110 },
      ...{ cache_read_input_tokens: 60, cache_creation_input_tokens: 5, reasoning_tokens: 4 },
    });
  });

  const OPENAI = { prompt_tokens: 100, completion_tokens: 10, prompt_tokens_details: { cached_tokens: 60 } };
  const GEMINI = {
    prompt_token_count: 100,
    candidates_token_count: 10,
    thoughts_token_count: 5,
    total_token_count: 115,
  };

  it.each([
    ["output.value", { id: "r", usage: { ...OPENAI, cost: "free" } }, OPENAI],
    ["mlflow.spanOutputs", { usage: OPENAI }, OPENAI],
    ["gcp.vertex.agent.llm_response", { usage_metadata: { ...GEMINI, traffic_type: "ON_DEMAND" } }, GEMINI],
    ["gen_ai.usage", { inputTokens: 100, outputTokens: "10" }, { inputTokens: 100, outputTokens: 10 }],
    ["usage", { input_tokens: 100, output_tokens: 10, details: {} }, { input_tokens: 100, output_tokens: 10 }],
  ])("are those of the provider's object where no attribute counts them: %s", (path, object, counts) => {
    expect(usageOf({ [path]: JSON.stringify(object) })).toEqual({ requests: 1, ...counts });
    expect(usageOf({ [path]: JSON.stringify(object), "llm.token_count.prompt": 7 })).toMatchObject({ total_tokens: 7 });
  });

  it("have the sum as their total where less is sent", () => {
    const sides = { "gen_ai.usage.input_tokens": 100, "gen_ai.usage.output_tokens": 10 };
    expect(usageOf({ ...sides, "gen_ai.usage.total_tokens": 0 })).toMatchObject({ total_tokens: 110 });
    expect(usageOf({ ...sides, "gen_ai.usage.total_tokens": 130 })).toMatchObject({ total_tokens: 130 });
  });

  it("of an answer that is fetched again are not its own", () => {
    expect(usageOf({ "gen_ai.operation.name": "fetch_response", "gen_ai.usage.input_tokens": 5 })).toBeUndefined();
  });
});

describe("the tracer of Haystack", () => {
  const usage = { prompt_tokens: 12, completion_tokens: 3, prompt_tokens_details: { cached_tokens: 10 } };
  const reply = { role: "assistant", meta: { model: "gpt-4o", usage }, content: [{ text: "Grey." }] };

  it("has the model and the tokens of a request in its first reply", () => {
    const { start, end } = callOf({
      "haystack.agent.step.llm.input": '{"messages":[{"role":"user","content":[{"text":"Weather?"}]}]}',
      "haystack.agent.step.llm.output": JSON.stringify({ replies: [reply] }),
    });
    expect(start.attributes).toMatchObject({ kind: "llm", model: "gpt-4o" });
    expect(askedIn(start.inputs)).toEqual({ text: "Weather?", role: "user" });
    expect(end?.summary.usage).toMatchObject({
      "gpt-4o": { prompt_tokens: 12, completion_tokens: 3, cache_read_input_tokens: 10 },
    });
  });

  it("has a request in the span of a component that generates messages or texts", () => {
    const component = (output: object) =>
      callOf({ "haystack.component.name": "generator", "haystack.component.output": JSON.stringify(output) });
    const texts = { replies: ["Grey."], meta: [{ model: "gpt-4o", usage }] };
    for (const { start, end } of [component({ replies: [reply] }), component(texts)]) {
      expect(start.attributes).toMatchObject({ kind: "llm", model: "gpt-4o" });
      expect(end?.summary.usage).toMatchObject({ "gpt-4o": { prompt_tokens: 12, completion_tokens: 3 } });
    }
    expect(component({ documents: [] }).start.attributes.kind).toBe("chain");
  });

  it("names runs and steps by what only they have", () => {
    const kindOf = (attributes: object) => callOf(attributes).start.attributes.kind;
    expect(kindOf({ "haystack.agent.max_steps": 9, "haystack.agent.input": "{}" })).toBe("agent");
    expect(kindOf({ "haystack.agent.step": 0 })).toBe("chain");
    expect(kindOf({ "haystack.tool.name": "get_weather", "haystack.agent.step.tool.input": "{}" })).toBe("tool");
  });
});

describe("messages of OpenInference", () => {
  it("have the members beside them", () => {
    const { start } = callOf({
      "llm.input_messages.0.message.role": "function",
      "llm.input_messages.0.function.0": '{"name":"get_weather","content":"Grey.","call_id":"c1"}',
    });
    expect(readConversation(start.inputs, null).input).toMatchObject([
      { role: "tool", parts: [{ kind: "tool-result", requestId: "c1", value: "Grey." }] },
    ]);
  });

  it("have the words of the request where only their role was sent", () => {
    const system = { lc: 1, id: ["langchain_core", "messages", "SystemMessage"], kwargs: { content: "Be brief." } };
    const { start } = callOf({
      "input.value": JSON.stringify({ messages: [[system, { content: "ignored" }]] }),
      "llm.input_messages.0.message.role": "system",
      "llm.input_messages.1.message.role": "user",
      "llm.input_messages.1.message.content": "Weather?",
    });
    expect(readConversation(start.inputs, null).input.map(messageText)).toEqual(["Be brief.", "Weather?"]);
  });
});

it("the result of a tool that Bedrock's instrumentation sends twice is one message", () => {
  const result = { toolUseId: "t1", content: [{ text: "Grey." }] };
  const [tool, user] = [
    event("gen_ai.tool.message", { id: "t1", content: "Grey." }),
    event("gen_ai.user.message", { content: JSON.stringify([{ toolResult: result }]) }),
  ];
  const messagesOf = (events: readonly object[]) =>
    readConversation(callOf({}, { events: [...events] as RawSpan["events"] }).start.inputs, null).input;
  expect(messagesOf([tool, user])).toHaveLength(1);
  expect(messagesOf([user])).toHaveLength(1);
});

describe("bytes", () => {
  const base64 = (text: string) => Buffer.from(text).toString("base64");
  const inputsOf = (bytes: string) => {
    const attributes = [
      { key: "langsmith.span.kind", value: { stringValue: "llm" } },
      { key: "gen_ai.prompt", value: { bytesValue: bytes } },
    ];
    return callOf({}, { attributes }).start.inputs;
  };

  it("of JSON, as older clients of LangSmith send, are read like text", () => {
    const sent = inputsOf(base64('{"messages":[{"role":"user","content":"Weather?"}]}'));
    expect(askedIn(sent)).toEqual({ text: "Weather?", role: "user" });
  });

  it("of anything else stay as they are", () => {
    const bytes = base64("{no JSON");
    expect(inputsOf(bytes)).toEqual({ "gen_ai.prompt": bytes });
  });
});

it("a request of Logfire before messages has the data of both sides, and later ones not the model alone", () => {
  const asked = { request_data: '{"model":"gpt-4o","messages":[{"role":"user","content":"Weather?"}]}' };
  expect(askedIn(callOf(asked).start.inputs)).toEqual({ text: "Weather?", role: "user" });
  expect(callOf({ request_data: '{"model":"gpt-4o"}' }).start.inputs).toEqual({});
});

it("a tool of Strands has its arguments and result also where they are messages of an event", () => {
  const details = (attributes: object) => event("gen_ai.client.inference.operation.details", attributes);
  const message = (part: object) => JSON.stringify([{ role: "tool", parts: [part] }]);
  const call = { type: "tool_call", name: "get_weather", id: "c1", arguments: { city: "Paris" } };
  const answer = { type: "tool_call_response", id: "c1", response: "Grey." };
  const { start, end } = callOf(
    { "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "get_weather" },
    {
      events: [
        details({ "gen_ai.input.messages": message(call) }),
        details({ "gen_ai.output.messages": message(answer) }),
      ] as RawSpan["events"],
    },
  );
  expect(start.inputs).toEqual({ city: "Paris" });
  expect(end?.output).toEqual({ "gen_ai.tool.call.result": "Grey." });
});

describe("what users of an SDK name themselves", () => {
  it("is the thread of a conversation under each usual name, and the tags", () => {
    const threadOf = (attributes: object) => callOf(attributes).start.thread_id;
    for (const name of ["threadId", "sessionId", "session_id", "conversationId", "chatId"]) {
      expect(threadOf({ [`ai.telemetry.metadata.${name}`]: "t" })).toBe("t");
      expect(threadOf({ [`traceloop.association.properties.${name}`]: "t" })).toBe("t");
      expect(threadOf({ metadata: JSON.stringify({ [name]: "t" }) })).toBe("t");
    }
    expect(threadOf({ "ai.telemetry.metadata.chatId": "c", "ai.telemetry.metadata.threadId": "t" })).toBe("t");
    expect(threadOf({ "mastra.metadata.sessionId": "t" })).toBe("t");
    expect(callOf({ "ai.telemetry.metadata.tags": ["a", "b"] }).start.attributes).toMatchObject({ tags: ["a", "b"] });
  });
});

describe("a cost as the sender says it", () => {
  const costOf = (attributes: object) => callOf(attributes).start.attributes.cost_as_sent_usd;

  it("is that of a gateway behind the AI SDK, and that of MLflow", () => {
    const metadata = (value: object) => ({ "ai.response.providerMetadata": JSON.stringify(value) });
    expect(costOf(metadata({ gateway: { cost: "0.0045" } }))).toBe(0.0045);
    expect(costOf(metadata({ openrouter: { usage: { cost: 0.002 } } }))).toBe(0.002);
    const cost = { input_cost: 0.1, output_cost: 0.2, total_cost: 0.3 };
    expect(costOf({ "mlflow.llm.cost": JSON.stringify(cost) })).toBe(0.3);
  });
});

it("a request of MLflow without a model of its own has that of its answer, whose id it has too", () => {
  const usage = JSON.stringify({ input_tokens: 10, output_tokens: 4, total_tokens: 14 });
  const { start, end } = callOf({
    ...{ "mlflow.spanType": '"CHAT_MODEL"', "mlflow.chat.tokenUsage": usage },
    "mlflow.spanOutputs": JSON.stringify({ id: "chatcmpl-1", model: "gpt-4o-2024-08-06", choices: [] }),
    "mlflow.traceTag.team": "a",
  });
  expect(start.attributes).toMatchObject({ response_id: "chatcmpl-1", metadata: { team: "a" } });
  expect(Object.keys(end?.summary.usage ?? {})).toEqual(["gpt-4o-2024-08-06"]);
});

describe("what agents of speech, Java and the browser send", () => {
  const named = (name: string, attributes: object) => callOf(attributes, { name });

  it("has LiveKit's texts, context and tools", () => {
    const turn = named("agent_turn", { "lk.user_input": "Hi", "lk.response.text": "Hello" });
    expect(turn.start.inputs).toEqual({ "lk.user_input": "Hi" });
    expect(turn.end?.output).toEqual({ "lk.response.text": "Hello" });
    const context = { items: [{ type: "message", role: "user", content: ["Hi"] }] };
    expect(named("llm_node", { "lk.chat_ctx": JSON.stringify(context) }).start.inputs).toEqual(context);
    const tool = { name: "get_weather", id: "c1", arguments: '{"city":"Paris"}', output: "18 C", is_error: false };
    const { start, end } = named(
      "function_tool",
      Object.fromEntries(Object.entries(tool).map(([name, value]) => [`lk.function_tool.${name}`, value])),
    );
    expect(start).toMatchObject({ inputs: { city: "Paris" }, attributes: { kind: "tool", tool: "get_weather" } });
    expect(end?.output).toEqual({ "lk.function_tool.output": "18 C" });
  });

  it("has Spring AI's tools, searches and conversation", () => {
    const { start, end } = callOf({
      ...{ "spring.ai.kind": "tool_call", "spring.ai.tool.definition.name": "get_weather" },
      ...{ "spring.ai.tool.call.arguments": '{"city":"Paris"}', "spring.ai.tool.call.result": "18 C" },
    });
    expect(start).toMatchObject({ inputs: { city: "Paris" }, attributes: { kind: "tool", tool: "get_weather" } });
    expect(end?.output).toEqual({ "spring.ai.tool.call.result": "18 C" });
    const chat = { "spring.ai.kind": "chat_client", "spring.ai.chat.client.conversation.id": "c-1" };
    expect(callOf(chat).start).toMatchObject({ thread_id: "c-1", attributes: { kind: "chain" } });
    const search = { "spring.ai.kind": "vector_store", "db.vector.query.content": "refunds" };
    expect(callOf(search).start).toMatchObject({
      ...{ inputs: { "db.vector.query.content": "refunds" }, attributes: { kind: "retrieval" } },
    });
  });

  it("has Sentry's messages, answers in two parts and tools", () => {
    const { start, end } = callOf({
      "gen_ai.request.messages": '[{"role":"user","content":"Hi"}]',
      "gen_ai.response.text": '["Hello"]',
      "gen_ai.response.tool_calls": '[{"name":"f","arguments":"{}"}]',
    });
    expect(start.inputs).toEqual({ "gen_ai.request.messages": [{ role: "user", content: "Hi" }] });
    const message = { role: "assistant", content: ["Hello"], tool_calls: [{ name: "f", arguments: "{}" }] };
    expect(end?.output).toEqual({ "gen_ai.output.messages": [message] });
    const tool = { "gen_ai.tool.name": "f", "gen_ai.tool.input": '{"a":1}', "gen_ai.tool.output": "r" };
    expect(callOf(tool).start.inputs).toEqual({ a: 1 });
    expect(callOf(tool).end?.output).toEqual({ "gen_ai.tool.output": "r" });
  });

  it("has Laminar's inputs and outputs without the quotes of JSON, its user and its session", () => {
    const { start, end } = callOf({
      ...{
        "lmnr.span.type": "LLM",
        "lmnr.span.input": '[{"role":"user","content":"Hi"}]',
        "lmnr.span.output": '"Hello"',
      },
      ...{ "lmnr.association.properties.session_id": "s-1", "lmnr.association.properties.user_id": "u-1" },
    });
    expect(start).toMatchObject({ thread_id: "s-1", attributes: { kind: "llm", user_id: "u-1" } });
    expect(start.inputs).toEqual({ "lmnr.span.input": [{ role: "user", content: "Hi" }] });
    expect(end?.output).toEqual({ "lmnr.span.output": "Hello" });
  });
});

it("texts alone are the prompts and completions of OpenInference where it sends no values", () => {
  const sent = { "llm.prompts.0.prompt.text": "Once", "llm.choices.0.completion.text": " upon a time" };
  expect(callOf(sent).start.inputs).toEqual({ "llm.prompts": ["Once"] });
  expect(callOf(sent).end?.output).toEqual({ "llm.choices": [" upon a time"] });
  expect(callOf({ ...sent, "input.value": "All" }).start.inputs).toEqual({ "input.value": "All" });
});

it("messages of Azure are in one attribute of their events", () => {
  const event = (name: string, content: unknown) => ({
    name,
    attributes: otlpAttributes({ "gen_ai.event.content": JSON.stringify(content) }),
  });
  const choice = { message: { content: "Hello" }, finish_reason: "stop", index: 0 };
  const { start, end } = callOf(
    { "gen_ai.operation.name": "chat" },
    { events: [event("gen_ai.user.message", { role: "user", content: "Hi" }), event("gen_ai.choice", choice)] },
  );
  expect(start.inputs).toEqual({ "gen_ai.input.messages": [{ role: "user", content: "Hi" }] });
  const answer = { role: "assistant", content: "Hello", finish_reason: "stop" };
  expect(end?.output).toEqual({ "gen_ai.output.messages": [answer] });
});

it("an agent of Semantic Kernel has the messages that it was called with", () => {
  const messages = [{ role: "user", content: "Hi" }];
  const sent = { "gen_ai.agent.invocation_input": JSON.stringify(messages) };
  expect(callOf(sent).start.inputs).toEqual({ "gen_ai.agent.invocation_input": messages });
});

it("the prompt of OpenLIT is one attribute beside its completion", () => {
  const sent = { "gen_ai.content.prompt": "user: Hi", "gen_ai.content.completion": "Hello" };
  expect(callOf(sent).start.inputs).toEqual({ "gen_ai.content.prompt": "user: Hi" });
});

it.each(["chat.completions", "Chat", "responses"])("an operation called %s is a request to a model", (operation) => {
  expect(callOf({ "gen_ai.operation.name": operation }).start.attributes).toMatchObject({ kind: "llm" });
});

it("a crew has the tokens that its result counts, of a model that it does not name", () => {
  const counts = { prompt_tokens: 2400, cached_prompt_tokens: 2000, completion_tokens: 690, reasoning_tokens: 400 };
  const output = JSON.stringify({ raw: "Grey.", token_usage: { ...counts, total_tokens: 3090 } });
  const { start, end } = callOf({ "openinference.span.kind": "CHAIN", "output.value": output });
  expect(start.attributes).toMatchObject({ kind: "chain" });
  expect(end?.summary.usage).toEqual({
    "": {
      ...{ requests: 1, prompt_tokens: 2400, completion_tokens: 690, total_tokens: 3090 },
      ...{ cache_read_input_tokens: 2000, reasoning_tokens: 400 },
    },
  });
});
