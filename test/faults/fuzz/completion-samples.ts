/** A provider's whole answer. */
export const ANSWER = {
  id: "chatcmpl-1",
  object: "chat.completion",
  created: 1_763_650_201,
  model: "gpt-4o",
  choices: [
    {
      index: 0,
      finish_reason: "stop",
      message: {
        role: "assistant",
        content: "Hi",
        tool_calls: [{ id: "c1", type: "function", function: { name: "f", arguments: "{}" } }],
      },
      logprobs: { content: [{ token: "Hi", logprob: -0.1, bytes: [72, 105], top_logprobs: [] }] },
    },
  ],
  usage: { prompt_tokens: 8, completion_tokens: 1, total_tokens: 9, prompt_tokens_details: { cached_tokens: 1 } },
};

/** A part of a streamed answer. */
export const CHUNK = {
  ...ANSWER,
  object: "chat.completion.chunk",
  choices: [{ index: 0, finish_reason: null, delta: { role: "assistant", content: "Hi" } }],
};

/** An answer of the Responses API. */
export const RESPONSE = {
  id: "resp_1",
  object: "response",
  status: "completed",
  model: "gpt-4o",
  output: [{ type: "message", role: "assistant", status: "completed", content: [{ type: "output_text", text: "Hi" }] }],
  usage: { input_tokens: 8, output_tokens: 1, total_tokens: 9 },
};

/** Inputs of a completion with members of every kind. */
export const INPUTS = {
  model: "openai/gpt-4o",
  messages: [
    { role: "system", content: "Be brief." },
    { role: "user", content: [{ type: "text", text: "Hello" }] },
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "c1", type: "function", function: { name: "f", arguments: "{}" } }],
    },
    { role: "tool", tool_call_id: "c1", content: "7" },
  ],
  tools: [{ type: "function", function: { name: "f", parameters: { type: "object", properties: {} } } }],
  response_format: { type: "json_schema", json_schema: { name: "n", schema: {} } },
  extra_headers: { "x-trace": "7" },
  temperature: 0.5,
  max_tokens: 5,
  n: 1,
  timeout: "20",
};
