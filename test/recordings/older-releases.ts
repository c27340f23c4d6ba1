import type { ExpectedRecording } from "./expected-recording";
import type { RecordedCalls } from "./facts";

/** A release that sends the same conversation in another form: where what it is read as differs. */
interface OlderRelease extends Partial<Omit<ExpectedRecording, "calls">> {
  readonly calls?: Partial<RecordedCalls>;
  /** The recording of the client's newest release. */
  readonly newest: string;
}

export const OLDER: Readonly<Record<string, OlderRelease>> = {
  "genai-anthropic-1.0b0": {
    newest: "genai-anthropic-1.3b0",
    // A streamed answer is not in its span: the last one below is the call of the tool.
    facts: {
      "root.output": "→ get_weather(Paris)",
      "answer.chat": [
        "system: You are a weather bot.",
        "user: What is the weather in Paris?",
        'assistant: get_weather({"city":"Paris"})',
        "tool: 18 °C and sunny",
      ],
      "total.tokensIn": 1200,
      "total.tokensOut": 345,
      "total.tokensCached": 1000,
      "total.costUsd": 0.0061125,
    },
    sendsNo: {
      "answer.output": "sends no streamed answer",
      "answer.tokensIn": "counts no streamed answer",
      "answer.tokensOut": "counts no streamed answer",
    },
  },
  "genai-openai-1.0b0": {
    newest: "genai-openai-1.3b0",
    facts: { "total.costUsd": 0.0129, "total.tokensCached": 0 },
    sendsNo: {
      "request.tokensCached": "counts input and output only of chat completions",
      "request.reasoning": "counts no reasoning",
      "response.reasoning": "counts no reasoning",
    },
  },
  "google-adk-1.35.2": {
    newest: "google-adk-2.13.0",
    calls: { root: "invocation", request: "call_llm" },
    facts: {
      "root.name": "invocation",
      "root.kind": "op",
      "request.name": "call_llm",
      "request.tokensOut": 345,
      "answer.tokensOut": 345,
      "total.tokensOut": 690,
      "total.costUsd": 0.0104,
    },
    sendsNo: { "root.thread": "names it on the requests" },
  },
  "langsmith-0.12.0": { newest: "langsmith-0.15.1" },
  "llama-index-0.14.16": { newest: "llama-index-0.14.25" },
  "logfire-4.38.0": { newest: "logfire-5.4.0", facts: { "embedding.input": "sunny" } },
  "openinference-agents-1.6.1": { newest: "openinference-agents-2.6.0" },
  "openinference-langchain-0.1.62": {
    newest: "openinference-langchain-0.1.80",
    facts: { "failure.errorType": "NotFoundError" },
  },
  "strands-1.41.0": { newest: "strands-1.62.0" },
  // Its span of a request that fails never comes: the client's own says it.
  "traceloop-anthropic-0.53.0": {
    newest: "traceloop-anthropic-0.62.4",
    calls: { failure: "anthropic.messages.create" },
    facts: { "failure.message": "not_found_error", "failure.errorType": "not_found_error" },
    sendsNo: {
      "failure.hasFrames": "sends no stack",
      "failure.input": "sends no messages",
    },
  },
  "traceloop-openai-0.53.0": { newest: "traceloop-openai-0.62.4" },
};
