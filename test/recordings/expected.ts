import type { Fact, Facts, RecordedCalls } from "./facts";

/** What one recording must be read as, written from its program and what the provider answers. */
export interface ExpectedRecording {
  readonly calls: RecordedCalls;
  /** Where it differs from the conversation below. */
  readonly facts?: Facts;
  /** Facts that are absent, with what the client does or does not send. */
  readonly sendsNo?: Reasons;
  /** Facts that are still read wrongly, with the reason. A test fails when one of them is right: remove it then. */
  readonly known?: Reasons;
}

const SYSTEM = "You are a weather bot.";
const QUESTION = "What is the weather in Paris?";
const CALLED = "→ get_weather(Paris)";
const RESULT = "18 °C and sunny";
const ANSWER = "It is 18 °C and sunny in Paris.";
const THREAD = "thread-paris";

const ASKED = [`system: ${SYSTEM}`, `user: ${QUESTION}`, 'assistant: get_weather({"city":"Paris"})'];

/** A conversation in full: clients that send less say so. */
export const CONVERSATION: Facts = {
  "root.kind": "op",
  "root.name": "weather",
  "root.status": "ok",
  "root.input": QUESTION,
  "root.output": ANSWER,
  "root.thread": THREAD,
  "root.user": "user-mia",
  "request.name": "chat gpt-4o",
  "request.kind": "llm",
  "request.status": "ok",
  "request.input": QUESTION,
  "request.output": CALLED,
  "request.chat": ASKED,
  "request.model": "gpt-4o-2024-08-06",
  "request.tokensIn": 1200,
  "request.tokensOut": 345,
  "request.tokensCached": 1000,
  "request.reasoning": 200,
  "request.thread": THREAD,
  "request.user": "user-mia",
  "answer.kind": "llm",
  "answer.input": RESULT,
  "answer.output": ANSWER,
  "answer.chat": [...ASKED, `tool: ${RESULT}`, `assistant: ${ANSWER}`],
  "answer.tokensIn": 1200,
  "answer.tokensOut": 345,
  "tool.name": "get_weather",
  "tool.kind": "tool",
  "tool.input": "Paris",
  "tool.output": RESULT,
  "failure.kind": "llm",
  "failure.status": "error",
  "failure.input": QUESTION,
  "failure.message": "The model gpt-missing does not exist",
  "failure.errorType": "NotFoundError",
  "failure.hasFrames": true,
  "response.kind": "llm",
  "response.chat": [`system: ${SYSTEM}`, "user: Say hello to Mia.", "assistant: Hello, Mia."],
  "response.input": "Say hello to Mia.",
  "response.output": "Hello, Mia.",
  "response.tokensIn": 1200,
  "response.tokensOut": 345,
  "response.tokensCached": 1000,
  "response.reasoning": 200,
  "embedding.input": "sunny",
  "embedding.tokensIn": 8,
  // Each token once: of both requests, and of nothing above them.
  "total.tokensIn": 2400,
  "total.tokensOut": 690,
  "total.tokensCached": 2000,
  // Twice: 200 tokens at 2.50 USD for a million, 1,000 cached at 1.25, 345 out at 10.
  "total.costUsd": 0.0104,
  "thread.ids": [THREAD],
  "thread.first": QUESTION,
};

/** The same through Anthropic's interface, which has no reasoning tokens. */
const CLAUDE: Facts = {
  "request.model": "claude-sonnet-4-5-20250929",
  "request.reasoning": null,
  "failure.message": "The model claude-missing does not exist",
  // Twice: 150 tokens at 3 USD for a million, 1,000 cached at 0.30, 50 written at 3.75, 345 out at 15.
  "total.costUsd": 0.012225,
};

type Reasons = Readonly<Partial<Record<Fact, string>>>;

const reasons = (reason: string, ...facts: readonly Fact[]): Reasons =>
  Object.fromEntries(facts.map((fact) => [fact, reason]));

const NO_THREAD = reasons("names no conversation", "root.thread", "request.thread", "thread.first");
const NO_USER = reasons("names no user", "root.user", "request.user");
const NO_STACK = reasons("sends no stack", "failure.hasFrames");
const PLAIN_ROOT = reasons("a span of the program, which names nothing", "root.thread", "root.user");

/** Gaps that several clients have. */
const USER = reasons("the key's name is shown as the user", "request.user");
const TEXT_BELOW = reasons("a root without a text shows none from below", "root.input", "root.output");
const PARTS = reasons(
  "messages of the GenAI conventions are shown as JSON",
  ...(["request", "answer"] as const).flatMap((role) => [`${role}.input`, `${role}.output`] as const),
);
const STACK = reasons("the stack of the exception event is not read", "failure.hasFrames");
const ERROR_TYPE = reasons("error.type is not read beside a message", "failure.errorType");
const EMPTY = (...facts: readonly Fact[]) => reasons("no payload is shown as {}", ...facts);

export const EXPECTED: Readonly<Record<string, ExpectedRecording>> = {
  "genai-openai-1.3b0": {
    calls: {
      root: "weather",
      request: "chat gpt-4o",
      failure: "chat gpt-missing",
      response: "chat gpt-4o",
      embedding: "embeddings text-embedding-3-small",
    },
    facts: { "thread.ids": [] },
    sendsNo: { ...NO_THREAD, ...NO_USER, ...NO_STACK, "embedding.input": "never sends the texts of embeddings" },
    known: {
      ...TEXT_BELOW,
      ...PARTS,
      ...reasons("messages of the GenAI conventions are shown as JSON", "failure.input", "response.input"),
      ...reasons("messages of the GenAI conventions are shown as JSON", "response.output"),
      ...ERROR_TYPE,
      ...EMPTY("embedding.input"),
    },
  },
  "openai-v2-2.3b0": {
    calls: {
      root: "weather",
      request: "chat gpt-4o",
      failure: "chat gpt-missing",
      embedding: "embeddings text-embedding-3-small",
    },
    // Without their counts, all tokens have the price of uncached ones.
    facts: { "thread.ids": [], "total.costUsd": 0.0129, "total.tokensCached": 0 },
    sendsNo: {
      ...NO_THREAD,
      ...NO_USER,
      ...NO_STACK,
      ...reasons("counts input and output only", "request.tokensCached", "request.reasoning"),
      "embedding.input": "never sends the texts of embeddings",
    },
    known: {
      ...TEXT_BELOW,
      ...PARTS,
      ...EMPTY("embedding.input"),
      ...reasons(
        "the end of a failed request is held for seconds, until an answer comes as a log event",
        ...(["failure.status", "failure.input", "failure.message", "failure.errorType"] as const),
      ),
    },
  },
  "openinference-openai-0.1.66": {
    calls: {
      root: "weather",
      request: "ChatCompletion",
      failure: "ChatCompletion",
      response: "Response",
      embedding: "CreateEmbeddings",
    },
    facts: { "request.name": "ChatCompletion" },
    sendsNo: PLAIN_ROOT,
    known: {
      ...TEXT_BELOW,
      ...USER,
      ...STACK,
      "response.output": "an answer of the Responses API is shown as JSON",
    },
  },
  "openinference-anthropic-3.1.0": {
    calls: { root: "weather", request: "messages.create", answer: "messages.stream", failure: "messages.create" },
    facts: { ...CLAUDE, "request.name": "messages.create" },
    sendsNo: PLAIN_ROOT,
    known: {
      ...TEXT_BELOW,
      ...USER,
      ...STACK,
      "failure.errorType": "the type of the exception event is not read",
    },
  },
};
