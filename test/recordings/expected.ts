import type { Fact, Facts, RecordedCalls } from "./facts";

/** What one recording must be read as, written from its program and what the provider answers. */
export interface ExpectedRecording {
  readonly calls: RecordedCalls;
  /** Where it differs from the conversation below. */
  readonly facts?: Facts;
  /** Facts that are absent, with what the client does or does not send. */
  readonly sendsNo?: Reasons;
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
  },
  "openinference-anthropic-3.1.0": {
    calls: { root: "weather", request: "messages.create", answer: "messages.stream", failure: "messages.create" },
    facts: { ...CLAUDE, "request.name": "messages.create" },
    sendsNo: PLAIN_ROOT,
  },
  "traceloop-openai-0.62.4": {
    calls: {
      root: "weather.workflow",
      request: "openai.chat",
      tool: "get_weather.tool",
      failure: "openai.chat",
      response: "openai.response",
      embedding: "openai.embeddings",
    },
    facts: { "root.name": "weather.workflow", "root.kind": "workflow", "request.name": "openai.chat" },
  },
  "traceloop-langchain-0.62.4": {
    calls: {
      root: "invoke_agent weatherbot",
      request: "ChatOpenAI.chat",
      tool: "execute_tool get_weather",
      failure: "ChatOpenAI.chat",
    },
    facts: {
      "root.name": "invoke_agent weatherbot",
      "root.kind": "agent",
      "request.name": "ChatOpenAI.chat",
      "failure.errorType": "OpenAIModelNotFoundError",
    },
    sendsNo: { "request.reasoning": "counts no reasoning" },
  },
  "pydantic-ai-2.68.0": {
    calls: {
      root: "invoke_agent weatherbot",
      request: "chat gpt-4o",
      tool: "execute_tool get_weather",
      failure: "chat gpt-missing",
    },
    facts: {
      "root.name": "invoke_agent weatherbot",
      "root.kind": "agent",
      "failure.errorType": "ModelNotFoundError",
    },
    sendsNo: { ...NO_USER, "failure.input": "sends no messages with a failed request" },
  },
  "pydantic-ai-1.20.0": {
    calls: { root: "agent run", request: "chat gpt-4o", tool: "running tool", failure: "chat gpt-missing" },
    facts: {
      "root.name": "agent run",
      "root.kind": "agent",
      "failure.errorType": "ModelHTTPError",
      "thread.ids": [],
    },
    sendsNo: { ...NO_USER, ...NO_THREAD, "failure.input": "sends no messages with a failed request" },
  },
  "langfuse-5.0.4": {
    calls: {
      root: "weather",
      request: "OpenAI-generation",
      tool: "get_weather",
      failure: "OpenAI-generation",
      response: "OpenAI-generation",
      embedding: "OpenAI-embedding",
    },
    facts: { "request.name": "OpenAI-generation" },
    sendsNo: { ...NO_STACK, "failure.errorType": "sends the message alone" },
  },
  "langsmith-0.15.1": {
    calls: {
      root: "weather",
      request: "ChatOpenAI",
      tool: "get_weather",
      failure: "ChatOpenAI",
      response: "ChatOpenAI",
    },
    facts: { "root.kind": "chain", "request.name": "ChatOpenAI" },
  },
  "litellm-1.110.2": {
    calls: { root: "weather", request: "litellm_request", failure: "litellm_request" },
    facts: { "request.name": "litellm_request", "thread.ids": [] },
    sendsNo: { ...NO_THREAD, "root.user": "a span of the program, which names nothing" },
  },
  "strands-1.62.0": {
    calls: {
      root: "invoke_agent weatherbot",
      request: "chat",
      tool: "execute_tool get_weather",
      failure: "chat",
    },
    facts: {
      "root.name": "invoke_agent weatherbot",
      "root.kind": "agent",
      "request.name": "chat",
      "request.model": "gpt-4o",
    },
    sendsNo: { "request.reasoning": "counts no reasoning" },
  },
  "logfire-5.4.0": {
    calls: {
      root: "weather in {city}",
      request: "Chat Completion with {request_data[model]!r}",
      // A streamed answer is a span of its own beside its request.
      answer: "streaming response from {request_data[model]!r} took {duration:.2f}s",
      failure: "Chat Completion with {request_data[model]!r}",
      response: "Responses API with {gen_ai.request.model!r}",
      embedding: "Embedding Creation with {request_data[model]!r}",
    },
    facts: { "root.name": "weather in Paris", "request.name": "Chat Completion with 'gpt-4o'" },
    sendsNo: {
      "request.user": "only the program's span names it",
      "embedding.input": "never sends the texts of embeddings",
    },
  },
  "openinference-langchain-0.1.80": {
    calls: { root: "weatherbot", request: "ChatOpenAI", tool: "get_weather", failure: "ChatOpenAI" },
    facts: {
      "root.name": "weatherbot",
      "root.kind": "chain",
      "request.name": "ChatOpenAI",
      "failure.errorType": "OpenAIModelNotFoundError",
    },
  },
  "ai-sdk-5.0.277": {
    calls: {
      root: "ai.generateText",
      request: "ai.generateText.doGenerate",
      tool: "ai.toolCall",
      failure: "ai.generateText.doGenerate",
      response: "ai.streamText.doStream",
      embedding: "ai.embed.doEmbed",
    },
    facts: {
      "root.name": "ai.generateText",
      "request.name": "ai.generateText.doGenerate",
      "failure.errorType": "AI_APICallError",
      // Without the counts of cached tokens, which only streams have.
      "total.costUsd": 0.0129,
      "total.tokensCached": 0,
    },
    sendsNo: {
      ...reasons("counts input and output only, unless it streams", "request.tokensCached", "request.reasoning"),
    },
  },
  "ai-sdk-7.0.173": {
    calls: {
      root: "invoke_agent gpt-4o",
      request: "chat gpt-4o",
      tool: "execute_tool get_weather",
      failure: "chat gpt-missing",
      response: "chat gpt-4o",
      embedding: "embeddings text-embedding-3-small",
    },
    facts: {
      "root.name": "invoke_agent gpt-4o",
      "root.kind": "agent",
      "failure.errorType": "AI_APICallError",
      "thread.ids": [],
    },
    sendsNo: {
      ...NO_THREAD,
      ...NO_USER,
      ...reasons("counts no reasoning", "request.reasoning", "response.reasoning"),
      "embedding.input": "never sends the texts of embeddings",
    },
  },
};
