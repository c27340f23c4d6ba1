import type { ExpectedRecording, Reasons } from "./expected-recording";
import type { Fact, Facts, RecordedCalls } from "./facts";
import { OLDER } from "./older-releases";

const SYSTEM = "You are a weather bot.";
const QUESTION = "What is the weather in Paris?";
const CALLED = "→ get_weather(Paris)";
const RESULT = "18 °C and sunny";
const ANSWER = "It is 18 °C and sunny in Paris.";
const THREAD = "thread-paris";

const ASKED = [`system: ${SYSTEM}`, `user: ${QUESTION}`, 'assistant: get_weather({"city":"Paris"})'];

/** It adds a sentence of its own. */
const ADK_SYSTEM = `system: ${SYSTEM}\n\nYou are an agent. Your internal name is "weatherbot".`;

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

/** The same through Gemini's interface. */
const GEMINI: Facts = {
  "request.model": "gemini-2.5-pro",
  "failure.message": "The model gemini-missing does not exist",
  // This interface returns an object.
  "answer.chat": [...ASKED, `tool: {"result":"${RESULT}"}`, `assistant: ${ANSWER}`],
  // Twice: 200 tokens at 1.25 USD for a million, 1,000 cached at 0.125, 345 out at 10.
  "total.costUsd": 0.00765,
};

/** The same through Bedrock. */
const BEDROCK: Facts = {
  ...CLAUDE,
  "request.model": "anthropic.claude-sonnet-4-5-20250929-v1:0",
  "failure.errorType": "ResourceNotFoundException",
  // A model of one region is 10 % dearer.
  "total.costUsd": 0.0134475,
};

/** The prompts of these agents are longer than the conversation, and a tool of theirs answers. */
const FINAL_ANSWER: Facts = {
  "root.name": "weatherbot.run",
  "root.kind": "agent",
  "request.model": "gpt-4o",
  "request.chat": undefined,
  "answer.chat": undefined,
  "answer.output": `→ final_answer(${ANSWER})`,
};

/** Without their counts, all tokens have the price of uncached ones. */
const UNCACHED: Facts = { "total.costUsd": 0.0129, "total.tokensCached": 0 };

/** The spans of the AI SDK itself, up to release 6. */
const AI_SDK: RecordedCalls = {
  root: "ai.generateText",
  request: "ai.generateText.doGenerate",
  tool: "ai.toolCall",
  failure: "ai.generateText.doGenerate",
  response: "ai.streamText.doStream",
  embedding: "ai.embed.doEmbed",
};

const reasons = (reason: string, ...facts: readonly Fact[]): Reasons =>
  Object.fromEntries(facts.map((fact) => [fact, reason]));

const NO_THREAD = reasons("names no conversation", "root.thread", "request.thread", "thread.first");
const NO_USER = reasons("names no user", "root.user", "request.user");
const NO_STACK = reasons("sends no stack", "failure.hasFrames");
const NO_TOKENS = reasons(
  "counts no tokens",
  ...(["request.tokensIn", "request.tokensOut", "request.tokensCached", "request.reasoning"] as const),
  ...(["answer.tokensIn", "answer.tokensOut", "total.costUsd"] as const),
);
const PLAIN_ROOT = reasons("a span of the program, which names nothing", "root.thread", "root.user");

const NEWEST: Readonly<Record<string, ExpectedRecording>> = {
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
    calls: AI_SDK,
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
  "ai-sdk-6.0.326": {
    calls: AI_SDK,
    facts: {
      "root.name": "ai.generateText",
      "request.name": "ai.generateText.doGenerate",
      "failure.errorType": "AI_APICallError",
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
  "google-adk-2.13.0": {
    calls: {
      root: "invoke_workflow weatherbot",
      request: "generate_content openai/gpt-4o",
      tool: "execute_tool get_weather",
      failure: "generate_content openai/gpt-missing",
    },
    facts: {
      "root.name": "invoke_workflow weatherbot",
      "root.kind": "workflow",
      "request.name": "generate_content openai/gpt-4o",
      "request.model": "openai/gpt-4o",
      "request.chat": [ADK_SYSTEM, ...ASKED.slice(1)],
      "answer.chat": [ADK_SYSTEM, ...ASKED.slice(1), `tool: {"result":"${RESULT}"}`, `assistant: ${ANSWER}`],
      // It adds the reasoning tokens to the output tokens, which contain them already.
      "request.tokensOut": 545,
      "answer.tokensOut": 545,
      "total.tokensOut": 1090,
      "total.costUsd": 0.0144,
    },
    sendsNo: NO_USER,
  },
  "openinference-agents-2.6.0": {
    calls: { root: "weather", request: "response", tool: "get_weather", failure: "response" },
    facts: {
      "root.kind": "agent",
      "request.name": "response",
      "request.chat": ASKED.slice(1),
      "answer.chat": [...ASKED.slice(1), `tool: ${RESULT}`, `assistant: ${ANSWER}`],
      "thread.ids": [],
    },
    sendsNo: {
      ...NO_THREAD,
      ...NO_USER,
      ...NO_STACK,
      "failure.errorType": "sends a message without the type",
      "failure.input": "sends no messages with a failed request",
    },
  },
  "traceloop-agents-0.62.4": {
    // Each request is a span of the agents and one of the client below it.
    calls: {
      root: "Agent Workflow",
      request: "openai.response",
      tool: "get_weather.tool",
      failure: "openai.response",
    },
    facts: {
      "root.name": "Agent Workflow",
      "root.kind": "workflow",
      "request.name": "openai.response",
      "request.chat": ASKED.slice(1),
    },
    sendsNo: {
      ...NO_STACK,
      "failure.errorType": "sends a message without the type",
    },
  },
  "agent-framework-1.23.0": {
    calls: {
      root: "invoke_agent weatherbot",
      request: "chat gpt-4o",
      tool: "execute_tool get_weather",
      failure: "chat gpt-missing",
    },
    facts: {
      "root.name": "invoke_agent weatherbot",
      "root.kind": "agent",
      "failure.errorType": "ChatClientException",
      "thread.ids": [],
    },
    sendsNo: { ...NO_THREAD, ...NO_USER },
  },
  "semantic-kernel-1.45.0": {
    calls: {
      root: "invoke_agent weatherbot",
      request: "chat gpt-4o",
      tool: "execute_tool Weather-get_weather",
      failure: "chat gpt-missing",
    },
    facts: {
      "root.name": "invoke_agent weatherbot",
      "root.kind": "agent",
      "request.model": "gpt-4o",
      "tool.name": "Weather-get_weather",
      "failure.errorType": "ServiceResponseException",
      "thread.ids": [],
      // Without their counts, all tokens have the price of uncached ones.
      "total.costUsd": 0.0129,
      "total.tokensCached": 0,
    },
    sendsNo: {
      ...NO_THREAD,
      ...NO_USER,
      ...reasons("counts input and output only", "request.tokensCached", "request.reasoning"),
    },
  },
  "openlit-1.45.0": {
    calls: {
      root: "weather",
      request: "chat gpt-4o",
      failure: "chat gpt-missing",
      response: "chat gpt-4o",
      embedding: "embeddings text-embedding-3-small",
    },
    facts: {
      "response.chat": ["user: Say hello to Mia.", "assistant: Hello, Mia."],
      // It drops the tool's call from the messages of the second request.
      "answer.chat": [...ASKED.slice(0, 2), `tool: ${RESULT}`, `assistant: ${ANSWER}`],
      "thread.ids": [],
    },
    sendsNo: {
      ...NO_THREAD,
      ...NO_USER,
      "request.reasoning": "counts no reasoning of chat completions",
      "failure.input": "sends no messages with a failed request",
    },
  },
  "haystack-3.4.1": {
    calls: { root: "Pipeline.run", request: "OpenAIChatGenerator.run", failure: "OpenAIChatGenerator.run" },
    facts: {
      "root.name": "Pipeline.run",
      "root.kind": "chain",
      "request.name": "OpenAIChatGenerator.run",
      // The tool's call and result are in the second request as Python text alone.
      "answer.input": undefined,
      "answer.chat": undefined,
      "thread.ids": [],
      "total.costUsd": 0.0129,
      "total.tokensCached": 0,
    },
    sendsNo: {
      ...NO_THREAD,
      ...NO_USER,
      ...reasons("counts input and output only", "request.tokensCached", "request.reasoning"),
    },
  },
  "crewai-1.15.30": {
    // It sends no span for a request to a model.
    calls: {
      root: /^Crew_.*\.kickoff$/,
      request: "weatherbot._execute_core",
      tool: "get_weather.run",
      failure: "weatherbot._execute_core",
    },
    facts: {
      "root.name": undefined,
      "root.kind": "chain",
      "request.name": "weatherbot._execute_core",
      "request.kind": "agent",
      "request.output": ANSWER,
      "request.chat": undefined,
      "answer.kind": "agent",
      "answer.input": QUESTION,
      "answer.chat": undefined,
      "failure.kind": "agent",
      "failure.errorType": "ValueError",
      "thread.ids": [],
      // The result of the crew counts its two requests.
      "total.tokensIn": 2400,
      "total.tokensOut": 690,
      "total.tokensCached": 2000,
    },
    sendsNo: {
      ...NO_THREAD,
      ...NO_USER,
      ...NO_TOKENS,
      "request.model": "names no model",
    },
  },
  "dspy-3.4.1": {
    calls: { root: "Predict.forward", request: "LM.__call__", failure: "LM.__call__" },
    facts: {
      "root.name": "Predict.forward",
      "root.kind": "chain",
      "request.name": "LM.__call__",
      // The framework writes the question and the answer into a prompt of its own.
      "request.input": undefined,
      "request.output": undefined,
      "request.chat": undefined,
      "answer.input": undefined,
      "answer.output": undefined,
      "answer.chat": undefined,
      "failure.input": undefined,
      "failure.errorType": "LMUnsupportedModelError",
      "thread.ids": [],
      "total.tokensIn": 0,
      "total.tokensOut": 0,
      "total.tokensCached": 0,
    },
    sendsNo: { ...NO_THREAD, ...NO_USER, ...NO_TOKENS, "request.model": "counts no tokens of the model" },
  },
  "llama-index-0.14.25": {
    calls: {
      root: "FunctionAgent.run",
      request: "OpenAI.achat",
      tool: "FunctionTool.acall",
      failure: "OpenAI.chat",
    },
    facts: {
      "root.name": "FunctionAgent.run",
      "root.kind": "chain",
      "request.name": "OpenAI.achat",
      "request.model": "gpt-4o",
      "failure.message": "The model ft:gpt-4o:missing does not exist",
      "thread.ids": [],
    },
    sendsNo: { ...NO_THREAD, ...NO_USER },
  },
  "anthropic-2.14.0": {
    calls: { root: "weather", request: "anthropic.messages.create", failure: "anthropic.messages.create" },
    facts: {
      ...CLAUDE,
      "request.name": "anthropic.messages.create",
      "failure.message": "not_found_error",
      "failure.errorType": "not_found_error",
      "thread.ids": [],
    },
    sendsNo: { ...NO_THREAD, ...NO_USER, ...NO_STACK },
  },
  // Below each request of the instrumentation is the one that the client reports itself.
  "genai-anthropic-1.3b0": {
    calls: { root: "weather", request: "chat claude-sonnet-4-5", failure: "chat claude-missing" },
    facts: { ...CLAUDE, "request.name": "chat claude-sonnet-4-5", "thread.ids": [] },
    sendsNo: { ...NO_THREAD, ...NO_USER, ...NO_STACK },
  },
  // The same, but beside it.
  "traceloop-anthropic-0.62.4": {
    calls: { root: "weather.workflow", request: "anthropic.chat", failure: "anthropic.chat" },
    facts: {
      ...CLAUDE,
      "root.name": "weather.workflow",
      "root.kind": "workflow",
      "request.name": "anthropic.chat",
    },
  },
  "genai-langchain-1.3b0": {
    calls: {
      root: "invoke_agent weatherbot",
      request: "chat gpt-4o",
      tool: "execute_tool get_weather",
      failure: "chat gpt-missing",
    },
    facts: {
      "root.name": "invoke_agent weatherbot",
      "root.kind": "agent",
      "failure.errorType": "OpenAIModelNotFoundError",
    },
    sendsNo: { ...NO_USER, ...NO_STACK },
  },
  "genai-agents-1.3b0": {
    calls: {
      root: "invoke_workflow weather",
      request: "chat gpt-4o",
      tool: "execute_tool get_weather",
      failure: "chat gpt-missing",
    },
    facts: { "root.name": "invoke_workflow weather", "root.kind": "workflow" },
    sendsNo: { ...NO_USER, ...NO_STACK },
  },
  "openinference-agno-1.0.15": {
    calls: { root: "weatherbot.run", request: "OpenAIChat.invoke", tool: "get_weather", failure: "OpenAIChat.invoke" },
    facts: {
      "root.name": "weatherbot.run",
      "root.kind": "agent",
      "request.name": "OpenAIChat.invoke",
      "request.model": "gpt-4o",
      "failure.errorType": "ModelProviderError",
    },
    sendsNo: {
      "request.reasoning": "counts no reasoning",
      "request.user": "names it on the agent's run alone",
    },
  },
  // Its own spans, and those of the instrumentation between them.
  "autogen-0.7.5": {
    calls: {
      root: "invoke_agent weatherbot",
      request: "OpenAIChatCompletionClient.create",
      tool: "weatherbot.get_weather",
      failure: "OpenAIChatCompletionClient.create",
    },
    facts: {
      ...UNCACHED,
      "root.name": "invoke_agent weatherbot",
      "root.kind": "agent",
      "request.name": "OpenAIChatCompletionClient.create",
      "thread.ids": [],
    },
    sendsNo: {
      ...NO_THREAD,
      ...NO_USER,
      ...reasons("counts input and output only", "request.tokensCached", "request.reasoning"),
    },
  },
  "openinference-smolagents-0.1.43": {
    calls: {
      root: "weatherbot.run",
      request: "OpenAIModel.generate",
      tool: "SimpleTool",
      failure: "OpenAIModel.generate",
    },
    facts: {
      ...UNCACHED,
      ...FINAL_ANSWER,
      "request.name": "OpenAIModel.generate",
      "request.input": `New task: ${QUESTION}`,
      "failure.input": `New task: ${QUESTION}`,
      "answer.input": `Observation: ${RESULT}`,
    },
    sendsNo: reasons("counts input and output only", "request.tokensCached", "request.reasoning"),
  },
  "openinference-beeai-0.1.30": {
    calls: { root: "weatherbot", request: "OpenAIChatModel", tool: "get_weather", failure: "OpenAIChatModel" },
    facts: {
      ...FINAL_ANSWER,
      "root.name": "weatherbot",
      "request.name": "OpenAIChatModel",
      "request.input": `Your task: ${QUESTION}`,
      "failure.input": `Your task: ${QUESTION}`,
      "failure.errorType": "ChatModelError",
      "thread.ids": [],
    },
    sendsNo: { ...NO_THREAD, ...NO_USER, "request.reasoning": "counts no reasoning" },
  },
  "haystack-tracer-3.4.1": {
    calls: {
      root: "haystack.agent.run",
      request: "haystack.agent.step.llm",
      tool: "haystack.agent.step.tool",
      failure: "haystack.agent.step.llm",
    },
    facts: {
      "root.name": "haystack.agent.run",
      "root.kind": "agent",
      "request.name": "haystack.agent.step.llm",
      "thread.ids": [],
    },
    sendsNo: { ...NO_THREAD, ...NO_USER },
  },
  "weave-agents-0.54.0": {
    calls: {
      root: "workflow weather",
      request: "chat gpt-4o-2024-08-06",
      tool: "execute_tool get_weather",
      failure: "chat",
    },
    facts: {
      "root.name": "workflow weather",
      "root.kind": "workflow",
      "request.name": "chat gpt-4o-2024-08-06",
      "request.chat": ASKED.slice(1),
      "answer.chat": [...ASKED.slice(1), `tool: ${RESULT}`, `assistant: ${ANSWER}`],
    },
    sendsNo: {
      ...NO_USER,
      ...NO_STACK,
      "failure.input": "sends no messages with a failed request",
      "failure.errorType": "sends the message alone",
    },
  },
  "google-genai-1.3b0": {
    calls: {
      root: "weather",
      request: "generate_content gemini-2.5-pro",
      failure: "generate_content gemini-missing",
      response: "generate_content gemini-2.5-pro",
    },
    facts: { ...GEMINI, "request.name": "generate_content gemini-2.5-pro", "thread.ids": [] },
    sendsNo: { ...NO_THREAD, ...NO_USER, ...NO_STACK, "failure.errorType": "the type is the status, 404" },
  },
  "openinference-google-genai-1.4.14": {
    calls: {
      root: "weather",
      request: "GenerateContent",
      failure: "GenerateContent",
      response: "GenerateContentStream",
    },
    facts: { ...GEMINI, "request.name": "GenerateContent", "failure.errorType": "ClientError" },
    sendsNo: PLAIN_ROOT,
  },
  "bedrock-0.66b2": {
    calls: {
      root: "weather",
      request: "chat anthropic.claude-sonnet-4-5-20250929-v1:0",
      failure: "chat claude-missing",
    },
    facts: { ...BEDROCK, "request.name": "chat anthropic.claude-sonnet-4-5-20250929-v1:0", "thread.ids": [] },
    sendsNo: { ...NO_THREAD, ...NO_USER },
  },
  "openinference-bedrock-0.1.61": {
    calls: { root: "weather", request: "bedrock.converse", failure: "bedrock.converse" },
    facts: { ...BEDROCK, "request.name": "bedrock.converse" },
    sendsNo: PLAIN_ROOT,
  },
  "mlflow-3.17.2": {
    calls: {
      root: "weather",
      request: "Completions",
      tool: "get_weather",
      failure: "Completions",
      response: "Responses",
      embedding: "Embeddings",
    },
    facts: { "root.kind": "chain", "request.name": "Completions", "thread.ids": [] },
    sendsNo: {
      ...NO_THREAD,
      ...NO_USER,
      ...reasons("counts no reasoning outside the answer itself", "request.reasoning", "response.reasoning"),
    },
  },
  // The request that fails never ends its span, and neither does a streamed one.
  "traceloop-js-0.27.0": {
    calls: { root: "weather.workflow", request: "chat gpt-4o", tool: "get_weather.tool" },
    facts: { ...UNCACHED, "root.name": "weather.workflow", "root.kind": "workflow" },
    sendsNo: reasons("counts input and output only", "request.tokensCached", "request.reasoning"),
  },
  "openinference-langchain-js-4.1.1": {
    calls: { root: "weatherbot", request: "ChatOpenAI", tool: "get_weather", failure: "ChatOpenAI" },
    facts: {
      "root.name": "weatherbot",
      "root.kind": "chain",
      "request.name": "ChatOpenAI",
      "request.model": "gpt-4o",
    },
    sendsNo: { "failure.errorType": "names no type" },
  },
  "langfuse-js-5.11.1": {
    calls: { root: "weather", request: "OpenAI.chat", tool: "get_weather", failure: "OpenAI.chat" },
    facts: { "request.name": "OpenAI.chat" },
    sendsNo: { ...NO_STACK, "failure.errorType": "sends the message alone" },
  },
  "ai-sdk-legacy-4.3.19": {
    calls: {
      root: "ai.generateText",
      request: "ai.generateText.doGenerate",
      tool: "ai.toolCall",
      failure: "ai.generateText.doGenerate",
      response: "ai.streamText.doStream",
    },
    facts: {
      "root.name": "ai.generateText",
      "request.name": "ai.generateText.doGenerate",
      "failure.errorType": "AI_APICallError",
    },
  },
};

function olderRelease(release: string): ExpectedRecording {
  const { newest, calls, facts = {}, sendsNo } = OLDER[release] ?? { newest: release };
  const same = NEWEST[newest];
  if (same === undefined) throw new Error(`${release} is as ${newest}, which has no expected facts.`);
  const stillAbsent = Object.entries(same.sendsNo ?? {}).filter(([fact]) => !(fact in facts));
  return {
    calls: { ...same.calls, ...calls },
    facts: { ...same.facts, ...facts },
    sendsNo: { ...Object.fromEntries(stillAbsent), ...sendsNo },
  };
}

export const EXPECTED: Readonly<Record<string, ExpectedRecording>> = {
  ...NEWEST,
  ...Object.fromEntries(Object.keys(OLDER).map((release) => [release, olderRelease(release)])),
};
