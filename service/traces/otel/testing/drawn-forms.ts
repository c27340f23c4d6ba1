import type { Convention } from "@/service/traces/otel/conventions/attribute-table";

/** A request to a model as it was, whoever reports it. The prompt has `cached` tokens beside `uncached` ones. */
export interface DrawnRequest {
  readonly asked: string;
  readonly answered: string;
  readonly responseId: string;
  readonly uncached: number;
  readonly cached: number;
  readonly completion: number;
  /** US dollars as the sender says; null for nothing. */
  readonly costUsd: number | null;
}

/** A sum that a span above requests reports. */
export interface DrawnSum {
  /** Empty where it names no model. */
  readonly model: string;
  readonly prompt: number;
  readonly completion: number;
}

/** How a client writes its spans. */
export interface SpanForm {
  /** The name of its instrumentation. */
  readonly scope: string;
  readonly names?: { readonly request: string; readonly sum: string };
  readonly request: (request: DrawnRequest) => object;
  /** Null for a client whose agents report nothing. */
  readonly sum: ((sum: DrawnSum) => object) | null;
  readonly sendsCost?: boolean;
}

const promptOf = ({ uncached, cached }: DrawnRequest): number => uncached + cached;
const totalOf = (request: DrawnRequest): number => promptOf(request) + request.completion;

const genAiModels = ({ asked, answered, responseId }: DrawnRequest) => ({
  "gen_ai.request.model": asked,
  "gen_ai.response.model": answered,
  "gen_ai.response.id": responseId,
});

const genAiTokens = (prompt: number, completion: number) => ({
  "gen_ai.usage.input_tokens": prompt,
  "gen_ai.usage.output_tokens": completion,
});

const firstTokens = (prompt: number, completion: number) => ({
  "gen_ai.usage.prompt_tokens": prompt,
  "gen_ai.usage.completion_tokens": completion,
});

const openAiUsage = (request: DrawnRequest) => ({
  prompt_tokens: promptOf(request),
  completion_tokens: request.completion,
  total_tokens: totalOf(request),
  prompt_tokens_details: { cached_tokens: request.cached },
});

const named = (member: string, model: string) => (model === "" ? {} : { [member]: model });

const agentOfGenAi = ({ model, prompt, completion }: DrawnSum) => ({
  "gen_ai.operation.name": "invoke_agent",
  ...named("gen_ai.request.model", model),
  ...genAiTokens(prompt, completion),
});

const chatOfGenAi = (request: DrawnRequest, provider: object = { "gen_ai.provider.name": "openai" }) => ({
  "gen_ai.operation.name": "chat",
  ...provider,
  ...genAiModels(request),
  ...genAiTokens(promptOf(request), request.completion),
});

const cost = (member: string, { costUsd }: DrawnRequest) => (costUsd === null ? {} : { [member]: costUsd });

/** The spans of each convention that has requests with tokens. */
export const SPAN_FORMS = {
  GenAI: {
    scope: "opentelemetry.instrumentation.openai_v2",
    request: (request) => ({ ...chatOfGenAi(request), "gen_ai.usage.cache_read.input_tokens": request.cached }),
    sum: agentOfGenAi,
  },
  "GenAI before 1.37": {
    scope: "opentelemetry.instrumentation.openai",
    request: (request) => ({
      "gen_ai.system": "openai",
      ...genAiModels(request),
      ...firstTokens(promptOf(request), request.completion),
      "gen_ai.usage.cache_read_input_tokens": request.cached,
    }),
    sum: ({ model, prompt, completion }) => ({
      "gen_ai.operation.name": "invoke_agent",
      ...named("gen_ai.request.model", model),
      ...firstTokens(prompt, completion),
    }),
  },
  OpenInference: {
    scope: "openinference.instrumentation.openai",
    sendsCost: true,
    request: (request) => ({
      "openinference.span.kind": "LLM",
      "llm.model_name": request.answered,
      "llm.token_count.prompt": promptOf(request),
      "llm.token_count.completion": request.completion,
      "llm.token_count.total": totalOf(request),
      "llm.token_count.prompt_details.cache_read": request.cached,
      ...cost("llm.cost.total", request),
    }),
    sum: ({ model, prompt, completion }) => ({
      "openinference.span.kind": "AGENT",
      ...named("llm.model_name", model),
      "llm.token_count.prompt": prompt,
      "llm.token_count.completion": completion,
    }),
  },
  OpenLLMetry: {
    scope: "opentelemetry.instrumentation.traceloop",
    request: (request) => ({
      "llm.request.type": "chat",
      ...genAiModels(request),
      ...firstTokens(promptOf(request), request.completion),
      "llm.usage.total_tokens": totalOf(request),
      "gen_ai.usage.cache_read_input_tokens": request.cached,
    }),
    sum: ({ model, prompt, completion }) => ({
      "traceloop.span.kind": "workflow",
      ...named("gen_ai.request.model", model),
      ...firstTokens(prompt, completion),
    }),
  },
  "AI SDK": {
    scope: "ai",
    request: (request) => ({
      "ai.operationId": "ai.generateText.doGenerate",
      "ai.model.id": request.asked,
      "ai.response.model": request.answered,
      "ai.response.id": request.responseId,
      "ai.usage.inputTokens": promptOf(request),
      "ai.usage.outputTokens": request.completion,
      "ai.usage.totalTokens": totalOf(request),
      "ai.usage.cachedInputTokens": request.cached,
    }),
    sum: ({ model, prompt, completion }) => ({
      "ai.operationId": "ai.generateText",
      ...named("ai.model.id", model),
      "ai.usage.inputTokens": prompt,
      "ai.usage.outputTokens": completion,
    }),
  },
  Langfuse: {
    scope: "langfuse-sdk",
    sendsCost: true,
    request: (request) => ({
      "langfuse.observation.type": "generation",
      "langfuse.observation.model.name": request.answered,
      "langfuse.observation.usage_details": JSON.stringify({
        ...{ prompt_tokens: promptOf(request), completion_tokens: request.completion, total_tokens: totalOf(request) },
        prompt_tokens_details: { cached_tokens: request.cached },
      }),
      ...(request.costUsd === null
        ? {}
        : { "langfuse.observation.cost_details": JSON.stringify({ total: request.costUsd }) }),
    }),
    sum: ({ model, prompt, completion }) => ({
      "langfuse.observation.type": "agent",
      ...named("langfuse.observation.model.name", model),
      "langfuse.observation.usage_details": JSON.stringify({ prompt_tokens: prompt, completion_tokens: completion }),
    }),
  },
  LangSmith: {
    scope: "langsmith",
    request: (request) => ({
      "langsmith.span.kind": "llm",
      ...genAiModels(request),
      ...genAiTokens(promptOf(request), request.completion),
      "gen_ai.usage.input_token_details": `{'cache_read': ${request.cached}}`,
    }),
    sum: ({ model, prompt, completion }) => ({
      "langsmith.span.kind": "chain",
      ...named("gen_ai.request.model", model),
      ...genAiTokens(prompt, completion),
    }),
  },
  "Pydantic AI and Logfire": {
    scope: "pydantic-ai",
    sendsCost: true,
    request: (request) => ({
      ...chatOfGenAi(request),
      "gen_ai.usage.details.cache_read_tokens": request.cached,
      ...cost("operation.cost", request),
    }),
    sum: ({ model, prompt, completion }) => ({
      "gen_ai.operation.name": "invoke_agent",
      ...named("model_name", model),
      ...genAiTokens(prompt, completion),
    }),
  },
  MLflow: {
    scope: "mlflow.openai",
    request: (request) => ({
      "mlflow.spanType": "CHAT_MODEL",
      "mlflow.llm.model": request.answered,
      "mlflow.chat.tokenUsage": JSON.stringify({
        input_tokens: promptOf(request),
        output_tokens: request.completion,
        total_tokens: totalOf(request),
        cache_read_input_tokens: request.cached,
      }),
    }),
    sum: ({ model, prompt, completion }) => ({
      "mlflow.spanType": "AGENT",
      ...named("mlflow.llm.model", model),
      "mlflow.chat.tokenUsage": JSON.stringify({ input_tokens: prompt, output_tokens: completion }),
    }),
  },
  LiteLLM: {
    scope: "litellm",
    sendsCost: true,
    request: (request) => ({
      "llm.request.type": "completion",
      ...genAiModels(request),
      ...firstTokens(promptOf(request), request.completion),
      "metadata.usage_object": `{'prompt_tokens_details': {'cached_tokens': ${request.cached}, 'audio_tokens': None}}`,
      ...cost("gen_ai.cost.total_cost", request),
    }),
    sum: null,
  },
  "Anthropic SDK": {
    scope: "opentelemetry.instrumentation.anthropic",
    request: (request) => ({
      ...chatOfGenAi(request, { "gen_ai.provider.name": "anthropic" }),
      "gen_ai.usage.cache_read.input_tokens": request.cached,
    }),
    sum: null,
  },
  Mastra: {
    scope: "mastra",
    request: (request) => ({ ...chatOfGenAi(request), "gen_ai.usage.cache_read.input_tokens": request.cached }),
    sum: ({ model, prompt, completion }) => ({
      "mastra.span.type": "agent_run",
      ...named("gen_ai.request.model", model),
      ...genAiTokens(prompt, completion),
    }),
  },
  OpenLIT: {
    scope: "openlit.otel.tracing",
    sendsCost: true,
    request: (request) => ({
      ...chatOfGenAi(request, { "gen_ai.system": "openai" }),
      "gen_ai.usage.prompt_tokens_details.cache_read": request.cached,
      ...cost("gen_ai.usage.cost", request),
    }),
    sum: agentOfGenAi,
  },
  "Google ADK": {
    scope: "gcp.vertex.agent",
    request: (request) => ({
      ...chatOfGenAi(request, { "gen_ai.system": "gcp.vertex.agent" }),
      "gen_ai.operation.name": "generate_content",
      "gen_ai.usage.cache_read.input_tokens": request.cached,
    }),
    sum: null,
  },
  "Weave and W&B": {
    scope: "weave",
    request: (request) => ({
      ...chatOfGenAi(request),
      "weave.span.kind": "llm",
      "gen_ai.usage.cache_read.input_tokens": request.cached,
    }),
    sum: (sum) => ({ ...agentOfGenAi(sum), "weave.span.kind": "agent" }),
  },
  Haystack: {
    scope: "haystack",
    names: { request: "haystack.agent.step.llm", sum: "haystack.agent.run" },
    request: (request) => ({
      "haystack.agent.step.llm.output": JSON.stringify({
        replies: [{ role: "assistant", meta: { model: request.answered, usage: openAiUsage(request) } }],
      }),
    }),
    sum: null,
  },
  BeeAI: {
    scope: "openinference.instrumentation.beeai",
    sendsCost: true,
    request: (request) => ({
      "openinference.span.kind": "LLM",
      "llm.model_name": request.answered,
      "llm.token_count.prompt": promptOf(request),
      "llm.token_count.completion": request.completion,
      "llm.token_count.total": totalOf(request),
      "metadata.usage.cached_prompt_tokens": request.cached,
      "metadata.usage.cached_creation_tokens": 0,
      ...cost("llm.cost.total", request),
    }),
    sum: null,
  },
  "Claude Code": {
    scope: "com.anthropic.claude_code.tracing",
    names: { request: "claude_code.llm_request", sum: "claude_code.interaction" },
    sendsCost: true,
    request: (request) => ({
      model: request.answered,
      "gen_ai.response.id": request.responseId,
      input_tokens: request.uncached,
      output_tokens: request.completion,
      cache_read_tokens: request.cached,
      ...cost("cost_usd", request),
    }),
    sum: null,
  },
  "OpenRouter and Sentry": {
    scope: "openrouter",
    sendsCost: true,
    request: (request) => ({
      ...chatOfGenAi(request),
      "gen_ai.usage.input_tokens.cached": request.cached,
      ...cost("gen_ai.usage.total_cost", request),
    }),
    sum: agentOfGenAi,
  },
  LiveKit: {
    scope: "livekit-agents",
    request: (request) => ({
      ...chatOfGenAi(request),
      "lk.llm_metrics": JSON.stringify({ prompt_cached_tokens: request.cached }),
    }),
    sum: null,
  },
} as const satisfies Readonly<Record<Exclude<Convention, WithoutTokens>, SpanForm>>;

/** Conventions without names for the tokens of a request. */
type WithoutTokens = "plain names" | "CrewAI" | "Spring AI" | "Laminar";
