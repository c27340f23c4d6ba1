import { describe, expect, it } from "vitest";
import { callEnd, callStart } from "@/lib/api/contract/calls/calls";
import { callOf, otlpAttributes } from "./testing/make-span";

const usageOf = (attributes: object) => callOf(attributes).end?.summary.usage;

describe("GenAI conventions, current", () => {
  const input = [{ role: "user", parts: [{ type: "text", content: "Weather in Paris?" }] }];
  const output = [
    {
      role: "assistant",
      parts: [{ type: "tool_call", id: "call_1", name: "get_weather", arguments: { location: "Paris" } }],
      finish_reason: "tool_call",
    },
  ];
  const system = [{ type: "text", content: "You are a helpful bot." }];
  const chat = {
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": "openai",
    "gen_ai.request.model": "gpt-4o",
    "gen_ai.request.temperature": 0.5,
    "gen_ai.response.model": "gpt-4o-2024-08-06",
    "gen_ai.response.finish_reasons": ["tool_call"],
    "gen_ai.usage.input_tokens": 100,
    "gen_ai.usage.output_tokens": 20,
    "gen_ai.usage.cache_read.input_tokens": 64,
    "gen_ai.usage.reasoning.output_tokens": 7,
  };

  it("give messages, instructions, usage by the model that answered, and attributes", () => {
    const { start, end } = callOf({
      ...chat,
      "gen_ai.system_instructions": JSON.stringify(system),
      "gen_ai.input.messages": JSON.stringify(input),
      "gen_ai.output.messages": JSON.stringify(output),
    });
    expect(start.inputs).toEqual({ "gen_ai.input.messages": input, "gen_ai.system_instructions": system });
    expect(end?.output).toEqual({ "gen_ai.output.messages": output });
    expect(end?.summary).toEqual({
      usage: {
        "gpt-4o-2024-08-06": {
          requests: 1,
          input_tokens: 100,
          output_tokens: 20,
          total_tokens: 120,
          cache_read_input_tokens: 64,
          reasoning_tokens: 7,
        },
      },
    });
    expect(start.attributes).toEqual({
      kind: "llm",
      model: "gpt-4o-2024-08-06",
      requested_model: "gpt-4o",
      provider: "openai",
      operation: "chat",
      model_parameters: { model: "gpt-4o", temperature: 0.5 },
      finish_reasons: ["tool_call"],
    });
  });

  it("are read the same when messages are structured values and not JSON text", () => {
    const { start } = callOf({ ...chat, "gen_ai.input.messages": input });
    expect(start.inputs).toEqual({ "gen_ai.input.messages": input });
  });

  it("give messages from the event that contains them, when the span has none", () => {
    const details = {
      name: "gen_ai.client.inference.operation.details",
      timeUnixNano: "1763649002000000000",
      attributes: otlpAttributes({ "gen_ai.input.messages": input, "gen_ai.output.messages": output }),
    };
    const { start, end } = callOf(chat, { events: [details] });
    expect(start.inputs).toEqual({ "gen_ai.input.messages": input });
    expect(end?.output).toEqual({ "gen_ai.output.messages": output });
  });

  it("give a tool's arguments and result", () => {
    const { start, end } = callOf({
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": "get_weather",
      "gen_ai.tool.call.arguments": '{"location":"Paris"}',
      "gen_ai.tool.call.result": "rainy",
    });
    expect(start.inputs).toEqual({ location: "Paris" });
    expect(end?.output).toEqual({ "gen_ai.tool.call.result": "rainy" });
    expect(start.attributes).toEqual({ kind: "tool", operation: "execute_tool", tool: "get_weather" });
    expect(end?.summary).toEqual({});
  });
});

describe("GenAI conventions, older", () => {
  const event = (name: string, attributes: object) => ({ name, attributes: otlpAttributes(attributes) });

  it("give messages from one event per message", () => {
    const { start, end } = callOf(
      { "gen_ai.system": "openai" },
      {
        events: [
          event("gen_ai.system.message", { content: "Be brief." }),
          event("gen_ai.user.message", { content: "Hi" }),
          event("gen_ai.tool.message", { content: "rainy", id: "call_1" }),
          event("gen_ai.choice", { index: 0, finish_reason: "stop", message: '{"content":"Hello"}' }),
        ],
      },
    );
    expect(start.inputs).toEqual({
      "gen_ai.input.messages": [
        { role: "system", content: "Be brief." },
        { role: "user", content: "Hi" },
        { role: "tool", content: "rainy", id: "call_1", tool_call_id: "call_1" },
      ],
    });
    expect(end?.output).toEqual({
      "gen_ai.output.messages": [{ role: "assistant", content: "Hello", finish_reason: "stop" }],
    });
    expect(start.attributes).toEqual({ system: "openai" });
  });

  it("give the prompt and the completion from the events that contain them whole", () => {
    const { start, end } = callOf(
      {},
      {
        events: [
          event("gen_ai.content.prompt", { "gen_ai.prompt": '[{"role":"user","content":"Hi"}]' }),
          event("gen_ai.content.completion", { "gen_ai.completion": "Hello" }),
        ],
      },
    );
    expect(start.inputs).toEqual({ "gen_ai.prompt": [{ role: "user", content: "Hi" }] });
    expect(end?.output).toEqual({ "gen_ai.completion": "Hello" });
  });
});

describe("OpenLLMetry", () => {
  it("gives indexed prompts as messages, and usage under its names", () => {
    const { start, end } = callOf({
      "gen_ai.system": "Anthropic",
      "gen_ai.prompt.0.role": "user",
      "gen_ai.prompt.0.content": "Hi",
      "gen_ai.completion.0.role": "assistant",
      "gen_ai.completion.0.content": "Hello",
      "gen_ai.completion.0.tool_calls.0.name": "find",
      "gen_ai.response.model": "claude-sonnet-4-5",
      "gen_ai.usage.prompt_tokens": 5,
      "gen_ai.usage.completion_tokens": 7,
      "llm.usage.total_tokens": 12,
    });
    expect(start.inputs).toEqual({ "gen_ai.prompt": [{ role: "user", content: "Hi" }] });
    expect(end?.output).toEqual({
      "gen_ai.completion": [{ role: "assistant", content: "Hello", tool_calls: [{ name: "find" }] }],
    });
    expect(end?.summary.usage).toEqual({
      "claude-sonnet-4-5": { requests: 1, prompt_tokens: 5, completion_tokens: 7, total_tokens: 12 },
    });
  });

  it("gives a workflow's input and output, texts without the quotes of JSON", () => {
    const { start, end } = callOf({
      "traceloop.span.kind": "workflow",
      "traceloop.entity.input": '{"args":["Paris"],"kwargs":{}}',
      "traceloop.entity.output": '"rainy"',
    });
    expect(start.inputs).toEqual({ args: ["Paris"], kwargs: {} });
    expect(end?.output).toEqual({ "traceloop.entity.output": "rainy" });
    expect(start.attributes).toEqual({ kind: "workflow" });
  });
});

describe("OpenInference", () => {
  const llm = {
    "openinference.span.kind": "LLM",
    "llm.system": "openai",
    "llm.provider": "azure",
    "llm.model_name": "gpt-4o",
    "llm.invocation_parameters": '{"temperature":0.1}',
    "llm.token_count.prompt": 10,
    "llm.token_count.completion": 4,
    "llm.token_count.total": 14,
    "llm.token_count.prompt_details.cache_read": 8,
  };

  it("gives the input and output values, usage and parameters", () => {
    const { start, end } = callOf({
      ...llm,
      "input.value": '{"messages":[{"role":"user","content":"Hi"}]}',
      "input.mime_type": "application/json",
      "output.value": "Hello",
    });
    expect(start.inputs).toEqual({ messages: [{ role: "user", content: "Hi" }] });
    expect(end?.output).toEqual({ "output.value": "Hello" });
    expect(start.attributes).toEqual({
      kind: "llm",
      system: "openai",
      provider: "azure",
      model: "gpt-4o",
      model_parameters: { temperature: 0.1 },
    });
    expect(end?.summary.usage).toEqual({
      "gpt-4o": {
        requests: 1,
        prompt_tokens: 10,
        completion_tokens: 4,
        total_tokens: 14,
        cache_read_input_tokens: 8,
      },
    });
  });

  it("gives the messages without their wrappers when there is no value", () => {
    const { start, end } = callOf({
      ...llm,
      "llm.input_messages.0.message.role": "user",
      "llm.input_messages.0.message.content": "Hi",
      "llm.output_messages.0.message.role": "assistant",
      "llm.output_messages.0.message.tool_calls.0.tool_call.function.name": "find",
      "llm.output_messages.0.message.tool_calls.0.tool_call.function.arguments": '{"q":1}',
    });
    expect(start.inputs).toEqual({ "llm.input_messages": [{ role: "user", content: "Hi" }] });
    expect(end?.output).toEqual({
      "llm.output_messages": [{ role: "assistant", tool_calls: [{ function: { name: "find", arguments: { q: 1 } } }] }],
    });
  });
});

describe("Vercel AI SDK", () => {
  it("gives the prompt and the response of the model call as groups", () => {
    const { start, end } = callOf({
      "ai.operationId": "ai.generateText.doGenerate",
      "ai.model.id": "gpt-4o",
      "ai.model.provider": "openai.chat",
      "ai.prompt.messages": '[{"role":"user","content":[{"type":"text","text":"Hi"}]}]',
      "ai.prompt.tools": ['{"type":"function","name":"find"}'],
      "ai.response.text": "Hello",
      "ai.response.finishReason": "stop",
      "ai.response.model": "gpt-4o-2024-08-06",
      "ai.settings.maxRetries": 2,
      "ai.usage.promptTokens": 3,
      "ai.usage.completionTokens": 2,
    });
    expect(start.inputs).toEqual({
      messages: [{ role: "user", content: [{ type: "text", text: "Hi" }] }],
      tools: [{ type: "function", name: "find" }],
    });
    expect(end?.output).toEqual({ text: "Hello", finishReason: "stop", model: "gpt-4o-2024-08-06" });
    expect(start.attributes).toMatchObject({ kind: "llm", provider: "openai.chat", model: "gpt-4o-2024-08-06" });
    expect(end?.summary.usage).toEqual({
      "gpt-4o-2024-08-06": { requests: 1, prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
    });
  });

  it("gives usage under the names of version 5, and a tool's arguments and result", () => {
    expect(usageOf({ "ai.usage.inputTokens": 3, "ai.usage.outputTokens": 2, "ai.usage.cachedInputTokens": 1 })).toEqual(
      {
        "": { requests: 1, input_tokens: 3, output_tokens: 2, total_tokens: 5, cache_read_input_tokens: 1 },
      },
    );
    const { start, end } = callOf({
      "ai.operationId": "ai.toolCall",
      "ai.toolCall.name": "find",
      "ai.toolCall.args": '{"q":1}',
      "ai.toolCall.result": '{"hits":[]}',
    });
    expect(start.inputs).toEqual({ q: 1 });
    expect(end?.output).toEqual({ hits: [] });
    expect(start.attributes).toMatchObject({ kind: "tool", tool: "find" });
  });
});

describe("Langfuse", () => {
  it("gives inputs, output, kind, model, parameters and tokens", () => {
    const { start, end } = callOf({
      "langfuse.observation.type": "generation",
      "langfuse.observation.input": '[{"role":"user","content":"Hi"}]',
      "langfuse.observation.output": "Hello",
      "langfuse.observation.model.name": "gpt-4o",
      "langfuse.observation.model.parameters": '{"temperature":0.2}',
      "langfuse.observation.usage_details": '{"input":3,"output":2,"total":5}',
      "session.id": "s",
    });
    expect(start).toMatchObject({
      inputs: { messages: [{ role: "user", content: "Hi" }] },
      attributes: { kind: "llm", model: "gpt-4o", model_parameters: { temperature: 0.2 } },
      thread_id: "s",
    });
    expect(end).toMatchObject({
      output: { "langfuse.observation.output": "Hello" },
      summary: { usage: { "gpt-4o": { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 } } },
    });
  });
});

describe("MLflow", () => {
  it("gives inputs, outputs, kind, model and usage", () => {
    const { start, end } = callOf({
      "mlflow.spanType": '"CHAT_MODEL"',
      "mlflow.spanInputs": '{"messages":[{"role":"user","content":"Hi"}]}',
      "mlflow.spanOutputs": '{"choices":[]}',
      "mlflow.llm.model": "gpt-4o",
      "mlflow.chat.tokenUsage": '{"input_tokens":3,"output_tokens":2,"total_tokens":5}',
    });
    expect(start.inputs).toEqual({ messages: [{ role: "user", content: "Hi" }] });
    expect(end?.output).toEqual({ choices: [] });
    expect(start.attributes).toEqual({ kind: "llm", model: "gpt-4o" });
    expect(end?.summary.usage).toEqual({
      "gpt-4o": { requests: 1, input_tokens: 3, output_tokens: 2, total_tokens: 5 },
    });
  });
});

describe("any span", () => {
  it("is a call that the contract accepts, with ids, times to the microsecond and the whole span", () => {
    const { start, end } = callOf(
      { "http.request.method": "GET" },
      { parentSpanId: "00f067aa0ba902b7", kind: 3, traceState: "a=b" },
    );
    expect(() => callStart.parse(start)).not.toThrow();
    expect(() => callEnd.parse(end)).not.toThrow();
    expect(start).toMatchObject({
      id: "eee19b7ec3c1b174",
      trace_id: "5b8efff798038103d269b633813fc60c",
      parent_id: "00f067aa0ba902b7",
      op_name: "chat gpt-4o",
      started_at: "2025-11-20T14:30:01.882123Z",
      inputs: {},
      otel_dump: {
        name: "chat gpt-4o",
        context: { trace_id: "5b8efff798038103d269b633813fc60c", span_id: "eee19b7ec3c1b174", trace_state: "a=b" },
        kind: "CLIENT",
        parent_id: "00f067aa0ba902b7",
        start_time: "2025-11-20T14:30:01.882123456Z",
        status: { code: "UNSET", message: "" },
        attributes: { http: { request: { method: "GET" } } },
      },
    });
    expect(end).toMatchObject({ ended_at: "2025-11-20T14:30:02.882123Z", exception: null, summary: {} });
  });

  it("keeps all its attributes when none is recognized", () => {
    expect(callOf({ "http.route": "/x", "app.customer": 42 }).start.attributes).toEqual({
      http: { route: "/x" },
      app: { customer: 42 },
    });
  });

  it.each([
    ["its message", { code: 2, message: "timeout" }, [], {}, "timeout"],
    ["the recorded exception", { code: 2 }, ["exception"], {}, "RouteError: no route"],
    ["the error's type", { code: 2 }, [], { "error.type": "ETIMEDOUT" }, "ETIMEDOUT"],
    ["a sentence", { code: 2 }, [], {}, "The span ended with an error."],
    ["nothing when the status is OK", { code: 1, message: "fine" }, ["exception"], {}, null],
  ])("has the exception %s", (_name, status, events, attributes, exception) => {
    const recorded = events.map((name) => ({
      name,
      attributes: otlpAttributes({ "exception.type": "RouteError", "exception.message": "no route" }),
    }));
    expect(callOf(attributes, { status, events: recorded }).end?.exception).toBe(exception);
  });

  it("is running when it was sent before it ended", () => {
    expect(callOf({}, { endTimeUnixNano: "0" }).end).toBeNull();
  });

  it("takes display name, run, custom attributes and times from their attributes", () => {
    const { start, end } = callOf({
      "wandb.display_name": "Baggage",
      "wandb.wb_run_id": "run7",
      "wandb.wb_run_step": 3,
      "wandb.attributes.env": "prod",
      "gen_ai.system": "openai",
      "langfuse.startTime": "2025-11-20T14:00:00.000Z",
      "langfuse.endTime": "2025-11-20T14:00:01.000Z",
    });
    expect(start).toMatchObject({
      display_name: "Baggage",
      svc_run_id: "e/p/run7",
      svc_run_step: 3,
      attributes: { env: "prod", system: "openai" },
      started_at: "2025-11-20T14:00:00.000Z",
    });
    expect(end?.ended_at).toBe("2025-11-20T14:00:01.000Z");
  });

  it("shortens a long name at a word, and keeps two long names different", () => {
    const long = (end: string) => callOf({}, { name: `${"database query ".repeat(20)}${end}` }).start.op_name;
    expect(long("a").length).toBeLessThan(128);
    expect(long("a")).toMatch(/^database query .*(database|query):[0-9a-f]{4}$/);
    expect(long("a")).not.toBe(long("b"));
  });

  it.each([
    ["fractions", { "gen_ai.usage.input_tokens": 1.5 }],
    ["negative counts", { "gen_ai.usage.input_tokens": -1 }],
    ["words", { "gen_ai.usage.input_tokens": "many" }],
  ])("has no usage from %s", (_name, attributes) => {
    expect(callOf(attributes).end?.summary).toEqual({});
  });

  it("has usage from counts sent as text", () => {
    expect(usageOf({ "gen_ai.usage.input_tokens": "12" })).toEqual({
      "": { requests: 1, input_tokens: 12, total_tokens: 12 },
    });
  });
});
