/** The conventions and clients whose attributes are read, in the order of the documentation. */
export const CONVENTIONS = [
  "GenAI",
  "GenAI before 1.37",
  "OpenInference",
  "OpenLLMetry",
  "AI SDK",
  "Langfuse",
  "LangSmith",
  "Pydantic AI and Logfire",
  "MLflow",
  "Google ADK",
  "LiteLLM",
  "Anthropic SDK",
  "Mastra",
  "OpenLIT",
  "Weave and W&B",
  "CrewAI",
  "Haystack",
  "BeeAI",
  "Claude Code",
  "OpenRouter and Sentry",
  "LiveKit",
  "Spring AI",
  "Laminar",
  "plain names",
] as const;

export type Convention = (typeof CONVENTIONS)[number];

type Paths = string | readonly string[];

/** Where each convention writes one fact. The first attribute with a value counts, in the order of the members. */
export type Row = Readonly<Partial<Record<Convention, Paths>>>;

const ofLangfuse = (count: string) => `langfuse.observation.usage_details.${count}`;

/** Haystack has what a model answered, with its counts, in the first of the replies; generators of texts beside them. */
const HAYSTACK_REPLIES = [
  ...["haystack.agent.step.llm.output.replies.0.meta", "haystack.component.output.replies.0.meta"],
  "haystack.component.output.meta.0",
];

/** The result of a crew has the counts of all its requests; spans for them need an instrumentation of their own. */
const ofCrew = (count: string) => `output.value.token_usage.${count}`;

/** Names that users of an SDK give to a conversation, which has no name of its own there. */
const threadNames = (group: string) =>
  ["threadId", "thread_id", "sessionId", "session_id", "conversationId", "conversation_id", "chatId", "chat_id"].map(
    (name) => `${group}.${name}`,
  );

/** Names that programs give to counts for which the conventions had none, or have another. */
const ofUsage = (...counts: readonly string[]) => counts.map((count) => `gen_ai.usage.${count}`);

const inReplies = (name: string) => HAYSTACK_REPLIES.map((reply) => `${reply}.${name}`);

/**
 * Facts that become members of a call's attributes. A path names an attribute, a group of attributes with this
 * beginning, or a member of an attribute that is JSON: of a list, by its number.
 */
export const FACTS = {
  system: { "GenAI before 1.37": "gen_ai.system", OpenInference: "llm.system" },
  kind: {
    "Weave and W&B": "weave.span.kind",
    OpenLLMetry: "traceloop.span.kind",
    OpenInference: "openinference.span.kind",
    MLflow: "mlflow.spanType",
    Langfuse: "langfuse.observation.type",
    LangSmith: "langsmith.span.kind",
    Mastra: "mastra.span.type",
    "Spring AI": "spring.ai.kind",
    Laminar: "lmnr.span.type",
  },
  operation: { GenAI: "gen_ai.operation.name", "AI SDK": "ai.operationId", OpenLLMetry: "llm.request.type" },
  model: {
    GenAI: "gen_ai.response.model",
    OpenInference: ["llm.response.model_name", "llm.model_name", "embedding.model_name", "reranker.model_name"],
    "AI SDK": "ai.response.model",
    MLflow: ["mlflow.llm.model", "mlflow.spanOutputs.model"],
    Langfuse: "langfuse.observation.model.name",
    Haystack: inReplies("model"),
  },
  requested_model: {
    GenAI: "gen_ai.request.model",
    OpenInference: ["llm.request.model_name", "llm.invocation_parameters.model"],
    "AI SDK": "ai.model.id",
    "Pydantic AI and Logfire": "model_name",
    Langfuse: "langfuse.observation.model.parameters.model",
    "Claude Code": "model",
  },
  provider: {
    OpenInference: "llm.provider",
    GenAI: "gen_ai.provider.name",
    "AI SDK": "ai.model.provider",
    MLflow: "mlflow.llm.provider",
  },
  model_parameters: {
    GenAI: "gen_ai.request",
    OpenInference: "llm.invocation_parameters",
    "AI SDK": "ai.settings",
    Langfuse: "langfuse.observation.model.parameters",
  },
  agent: {
    GenAI: "gen_ai.agent.name",
    OpenInference: ["agent.name", "metadata.lc_agent_name"],
    "Pydantic AI and Logfire": "agent_name",
    "AI SDK": "ai.telemetry.functionId",
    "Weave and W&B": "weave.openai_agents.turn.agent_name",
  },
  agent_id: { GenAI: "gen_ai.agent.id", "Claude Code": "agent_id" },
  agent_version: { GenAI: "gen_ai.agent.version" },
  agent_description: { GenAI: "gen_ai.agent.description" },
  workflow: {
    GenAI: "gen_ai.workflow.name",
    OpenLLMetry: "traceloop.workflow.name",
    "Weave and W&B": "weave.openai_agents.task.workflow_name",
  },
  tool: {
    GenAI: "gen_ai.tool.name",
    OpenInference: "tool.name",
    "AI SDK": "ai.toolCall.name",
    Haystack: "haystack.tool.name",
    "Claude Code": "tool_name",
    LiveKit: "lk.function_tool.name",
    "Spring AI": "spring.ai.tool.definition.name",
  },
  tool_call_id: {
    GenAI: "gen_ai.tool.call.id",
    "AI SDK": "ai.toolCall.id",
    OpenInference: "tool_call.id",
    Haystack: "haystack.tool.call.id",
    "Claude Code": "tool_use_id",
    LiveKit: "lk.function_tool.id",
    "Spring AI": "spring.ai.tool.call.id",
  },
  tool_type: { GenAI: "gen_ai.tool.type" },
  user_id: {
    OpenInference: "user.id",
    GenAI: ["enduser.id", "enduser.pseudo.id"],
    OpenLLMetry: [
      "traceloop.association.properties.user_id",
      "traceloop.association.properties.userId",
      "gen_ai.user",
      "llm.user",
    ],
    Langfuse: "langfuse.user.id",
    LangSmith: ["langsmith.metadata.user_id", "langsmith.metadata.userId"],
    "AI SDK": [
      "ai.telemetry.metadata.userId",
      "ai.telemetry.metadata.user_id",
      "ai.settings.context.userId",
      "ai.settings.context.user_id",
    ],
    OpenLIT: ["gen_ai.user.id", "gen_ai.request.user"],
    MLflow: "mlflow.trace.user",
    LiteLLM: ["metadata.user_id", "metadata.userId", "metadata.user_api_key_end_user_id"],
    Mastra: ["mastra.metadata.userId", "mastra.metadata.user_id"],
    "Claude Code": "user.email",
    Laminar: "lmnr.association.properties.user_id",
  },
  tags: {
    OpenInference: "tag.tags",
    Langfuse: "langfuse.trace.tags",
    LangSmith: "langsmith.span.tags",
    "AI SDK": ["ai.telemetry.metadata.tags", "ai.settings.context.tags"],
    "Pydantic AI and Logfire": "logfire.tags",
    Mastra: "mastra.tags",
    Laminar: "lmnr.association.properties.tags",
  },
  metadata: {
    OpenInference: "metadata",
    Langfuse: ["langfuse.trace.metadata", "langfuse.observation.metadata"],
    LangSmith: "langsmith.metadata",
    OpenLLMetry: "traceloop.association.properties",
    "AI SDK": ["ai.telemetry.metadata", "ai.settings.context"],
    Mastra: "mastra.metadata",
    MLflow: "mlflow.traceTag",
    Laminar: "lmnr.association.properties.metadata",
  },
  finish_reasons: {
    GenAI: ["gen_ai.response.finish_reasons", "gen_ai.response.finish_reason"],
    OpenInference: "llm.finish_reason",
    "AI SDK": "ai.response.finishReason",
    "Anthropic SDK": "anthropic.message.stop_reason",
    Langfuse: "langfuse.observation.metadata.finish_reason",
    Haystack: inReplies("finish_reason"),
    "Claude Code": "stop_reason",
  },
  response_id: {
    GenAI: "gen_ai.response.id",
    "AI SDK": "ai.response.id",
    "Anthropic SDK": "anthropic.message.id",
    OpenInference: "output.value.id",
    MLflow: "mlflow.spanOutputs.id",
  },
  error_type: { GenAI: "error.type" },
  mcp: { GenAI: "mcp" },
  data_source: { GenAI: "gen_ai.data_source.id" },
  memory_store: { GenAI: "gen_ai.memory.store.id" },
  prompt_name: {
    GenAI: "gen_ai.prompt.name",
    Langfuse: "langfuse.observation.prompt.name",
    OpenInference: "prompt.id",
    OpenLLMetry: "traceloop.prompt.key",
  },
  prompt_version: {
    GenAI: "gen_ai.prompt.version",
    Langfuse: "langfuse.observation.prompt.version",
    OpenInference: "llm.prompt_template.version",
    OpenLLMetry: ["traceloop.prompt.version_name", "traceloop.prompt.version"],
  },
  prompt_variables: {
    GenAI: "gen_ai.prompt.variable",
    OpenInference: "llm.prompt_template.variables",
    OpenLLMetry: "traceloop.prompt.template_variables",
  },
} as const satisfies Readonly<Record<string, Row>>;

/** Kinds of spans whose payloads Mastra writes under the kind's own name; models and tools have those of GenAI. */
const MASTRA_KINDS = ["agent_run", "workflow_run", "workflow_step", "processor_run", "generic"] as const;

const HAYSTACK_INPUTS = [
  ...["haystack.agent.step.llm.input", "haystack.agent.input"],
  ...["haystack.component.input", "haystack.pipeline.input_data"],
];
const HAYSTACK_OUTPUTS = [
  ...["haystack.agent.step.llm.output", "haystack.agent.output"],
  ...["haystack.component.output", "haystack.pipeline.output_data"],
];

/**
 * Where inputs and outputs are, the best form first: a tool's arguments, messages, what was looked for, and only then
 * whole requests and answers as their programs had them. Events are read between messages and those.
 */
export const INPUTS = {
  arguments: {
    GenAI: "gen_ai.tool.call.arguments",
    "Pydantic AI and Logfire": "tool_arguments",
    "AI SDK": "ai.toolCall.args",
    "Google ADK": "gcp.vertex.agent.tool_call_args",
    Haystack: "haystack.agent.step.tool.input",
    LiveKit: "lk.function_tool.arguments",
    "Spring AI": "spring.ai.tool.call.arguments",
    "OpenRouter and Sentry": "gen_ai.tool.input",
  },
  messages: {
    GenAI: "gen_ai.input.messages",
    OpenInference: "llm.input_messages",
    "Pydantic AI and Logfire": ["pydantic_ai.all_messages", "all_messages_events", "events"],
    "AI SDK": "ai.prompt",
    "GenAI before 1.37": ["gen_ai.prompt", "gen_ai.content.prompt", "gen_ai.agent.invocation_input"],
    LiveKit: "lk.chat_ctx",
    "OpenRouter and Sentry": "gen_ai.request.messages",
  },
  query: {
    GenAI: ["gen_ai.retrieval.query.text", "gen_ai.memory.query.text"],
    OpenInference: "reranker.query",
    "Spring AI": "db.vector.query.content",
  },
  raw: {
    OpenInference: ["input.value", "llm.prompts"],
    MLflow: "mlflow.spanInputs",
    OpenLLMetry: "traceloop.entity.input",
    "Google ADK": "gcp.vertex.agent.llm_request",
    "AI SDK": ["ai.values", "ai.value"],
    Langfuse: ["langfuse.observation.input", "langfuse.trace.input"],
    GenAI: "gen_ai.memory.records",
    Mastra: MASTRA_KINDS.map((kind) => `mastra.${kind}.input`),
    CrewAI: "crew_tasks",
    "Pydantic AI and Logfire": "request_data",
    Haystack: HAYSTACK_INPUTS,
    "Claude Code": ["user_prompt", "tool_input"],
    LiveKit: ["lk.user_input", "lk.input_text"],
    "Spring AI": "spring.ai.chat.client.user.text",
    Laminar: "lmnr.span.input",
    "plain names": ["input", "inputs"],
  },
} as const satisfies Readonly<Record<string, Row>>;

export const OUTPUTS = {
  result: {
    GenAI: "gen_ai.tool.call.result",
    "Pydantic AI and Logfire": ["tool_response", "final_result"],
    "AI SDK": "ai.toolCall.result",
    "Google ADK": "gcp.vertex.agent.tool_response",
    Haystack: "haystack.agent.step.tool.output",
    LiveKit: "lk.function_tool.output",
    "Spring AI": "spring.ai.tool.call.result",
    "OpenRouter and Sentry": "gen_ai.tool.output",
  },
  messages: {
    GenAI: "gen_ai.output.messages",
    OpenInference: "llm.output_messages",
    "Pydantic AI and Logfire": ["pydantic_ai.all_messages", "all_messages_events", "events"],
    "AI SDK": "ai.response",
    "GenAI before 1.37": ["gen_ai.completion", "gen_ai.content.completion", "gen_ai.agent.invocation_output"],
    "OpenRouter and Sentry": "gen_ai.response",
  },
  documents: {
    GenAI: ["gen_ai.retrieval.documents", "gen_ai.memory.records"],
    OpenInference: ["retrieval.documents", "reranker.output_documents"],
    "Spring AI": "db.vector.query.response.documents",
  },
  raw: {
    OpenInference: ["output.value", "llm.choices"],
    MLflow: "mlflow.spanOutputs",
    OpenLLMetry: "traceloop.entity.output",
    "Google ADK": "gcp.vertex.agent.llm_response",
    "AI SDK": ["ai.embeddings", "ai.embedding"],
    Langfuse: ["langfuse.observation.output", "langfuse.trace.output"],
    Mastra: MASTRA_KINDS.map((kind) => `mastra.${kind}.output`),
    "Pydantic AI and Logfire": "response_data",
    Haystack: HAYSTACK_OUTPUTS,
    LiveKit: ["lk.response.text", "lk.response.function_calls", "lk.user_transcript"],
    Laminar: "lmnr.span.output",
    "plain names": ["output", "outputs"],
  },
} as const satisfies Readonly<Record<string, Row>>;

/** Parts of a request next to its messages, by the names under which they are stored with them. */
export const BESIDE = {
  "gen_ai.system_instructions": { GenAI: "gen_ai.system_instructions" },
  "gen_ai.tool.definitions": { GenAI: "gen_ai.tool.definitions" },
  tools: {
    OpenInference: "llm.tools",
    OpenLLMetry: "llm.request.functions",
    "OpenRouter and Sentry": "gen_ai.request.available_tools",
  },
} as const satisfies Readonly<Record<string, Row>>;

/**
 * Counts of tokens by their members in a call's `summary.usage`; after a dot is the member of an object there. Whether
 * an input includes cached tokens is in `span-usage.ts`. Texts of Python are read like JSON.
 */
export const TOKENS = {
  prompt_tokens: {
    "GenAI before 1.37": [
      ...["gen_ai.usage.prompt_tokens", "gen_ai.usage.prompt_token_count", "gen_ai.response.prompt_tokens"],
    ],
    OpenInference: "llm.token_count.prompt",
    "AI SDK": ["ai.usage.promptTokens", "ai.usage.tokens"],
    Langfuse: ["prompt_tokens", "input", "promptTokens", "prompt_token_count", "promptTokenCount"].map(ofLangfuse),
    Haystack: inReplies("usage.prompt_tokens"),
    CrewAI: ofCrew("prompt_tokens"),
  },
  input_tokens: {
    GenAI: "gen_ai.usage.input_tokens",
    "AI SDK": "ai.usage.inputTokens",
    MLflow: "mlflow.chat.tokenUsage.input_tokens",
    Langfuse: ["input_tokens", "inputTokens"].map(ofLangfuse),
    "Claude Code": "input_tokens",
  },
  completion_tokens: {
    "GenAI before 1.37": [
      ...["gen_ai.usage.completion_tokens", "gen_ai.usage.candidates_token_count", "gen_ai.response.completion_tokens"],
    ],
    OpenInference: "llm.token_count.completion",
    "AI SDK": "ai.usage.completionTokens",
    Langfuse: ["completion_tokens", "output", "completionTokens", "candidates_token_count", "candidatesTokenCount"].map(
      ofLangfuse,
    ),
    Haystack: inReplies("usage.completion_tokens"),
    CrewAI: ofCrew("completion_tokens"),
  },
  output_tokens: {
    GenAI: "gen_ai.usage.output_tokens",
    "AI SDK": "ai.usage.outputTokens",
    MLflow: "mlflow.chat.tokenUsage.output_tokens",
    Langfuse: ["output_tokens", "outputTokens"].map(ofLangfuse),
    "Claude Code": "output_tokens",
  },
  total_tokens: {
    OpenLLMetry: "llm.usage.total_tokens",
    OpenInference: "llm.token_count.total",
    "GenAI before 1.37": ["gen_ai.usage.total_tokens", "gen_ai.usage.total_token_count"],
    "AI SDK": "ai.usage.totalTokens",
    MLflow: "mlflow.chat.tokenUsage.total_tokens",
    Langfuse: ["total_tokens", "total", "totalTokens", "total_token_count", "totalTokenCount"].map(ofLangfuse),
    Haystack: inReplies("usage.total_tokens"),
    CrewAI: ofCrew("total_tokens"),
  },
  cache_read_input_tokens: {
    GenAI: "gen_ai.usage.cache_read.input_tokens",
    OpenLLMetry: "gen_ai.usage.cache_read_input_tokens",
    OpenLIT: "gen_ai.usage.prompt_tokens_details.cache_read",
    OpenInference: "llm.token_count.prompt_details.cache_read",
    "AI SDK": [
      "ai.usage.cachedInputTokens",
      "ai.usage.inputTokenDetails.cacheReadTokens",
      "ai.response.providerMetadata.anthropic.cacheReadInputTokens",
      "ai.response.providerMetadata.openai.cachedPromptTokens",
    ],
    MLflow: "mlflow.chat.tokenUsage.cache_read_input_tokens",
    "Pydantic AI and Logfire": [
      "gen_ai.usage.details.cache_read_tokens",
      "gen_ai.usage.details.cache_read_input_tokens",
      "gen_ai.usage.details.cached_tokens",
      "gen_ai.usage.details.cached_content_tokens",
      "gen_ai.usage.raw.prompt_tokens_details.cached_tokens",
      "gen_ai.usage.raw.input_tokens_details.cached_tokens",
    ],
    Langfuse: [
      "langfuse.observation.usage_details.cache_read_input_tokens",
      "langfuse.observation.usage_details.input_cache_read",
      "langfuse.observation.usage_details.input_cached_tokens",
      "langfuse.observation.usage_details.prompt_tokens_details.cached_tokens",
      "langfuse.observation.usage_details.input_tokens_details.cached_tokens",
    ],
    LangSmith: [
      "gen_ai.usage.input_token_details.cache_read",
      "langsmith.metadata.usage_metadata.input_token_details.cache_read",
    ],
    LiteLLM: [
      "metadata.usage_object.cache_read_input_tokens",
      "metadata.usage_object.prompt_tokens_details.cached_tokens",
    ],
    "Google ADK": "gcp.vertex.agent.llm_response.usage_metadata.cached_content_token_count",
    Haystack: inReplies("usage.prompt_tokens_details.cached_tokens"),
    CrewAI: ofCrew("cached_prompt_tokens"),
    BeeAI: "metadata.usage.cached_prompt_tokens",
    "Claude Code": "cache_read_tokens",
    "OpenRouter and Sentry": "gen_ai.usage.input_tokens.cached",
    LiveKit: "lk.llm_metrics.prompt_cached_tokens",
    "plain names": ofUsage(
      ...["cache_read_tokens", "cached_tokens", "cached_input_tokens", "input_cached_tokens", "input_cache_read"],
      ...["cacheReadInputTokens", "cachedInputTokens", "cached_content_token_count", "prompt_cache_hit_tokens"],
      ...["prompt_tokens_details.cached_tokens", "input_tokens_details.cached_tokens"],
    ),
  },
  cache_creation_input_tokens: {
    GenAI: ["gen_ai.usage.cache_write.input_tokens", "gen_ai.usage.cache_creation.input_tokens"],
    OpenLLMetry: ["gen_ai.usage.cache_creation_input_tokens", "gen_ai.usage.cache_write_input_tokens"],
    OpenLIT: "gen_ai.usage.prompt_tokens_details.cache_write",
    OpenInference: "llm.token_count.prompt_details.cache_write",
    "AI SDK": [
      "ai.usage.inputTokenDetails.cacheWriteTokens",
      "ai.response.providerMetadata.anthropic.cacheCreationInputTokens",
    ],
    MLflow: "mlflow.chat.tokenUsage.cache_creation_input_tokens",
    "Pydantic AI and Logfire": [
      "gen_ai.usage.details.cache_write_tokens",
      "gen_ai.usage.details.cache_creation_input_tokens",
    ],
    Langfuse: [
      "langfuse.observation.usage_details.cache_creation_input_tokens",
      "langfuse.observation.usage_details.input_cache_creation",
    ],
    LangSmith: [
      "gen_ai.usage.input_token_details.cache_creation",
      "langsmith.metadata.usage_metadata.input_token_details.cache_creation",
    ],
    LiteLLM: [
      "metadata.usage_object.cache_creation_input_tokens",
      "metadata.usage_object.prompt_tokens_details.cache_creation_tokens",
    ],
    CrewAI: ofCrew("cache_creation_tokens"),
    BeeAI: "metadata.usage.cached_creation_tokens",
    "Claude Code": "cache_creation_tokens",
    "OpenRouter and Sentry": "gen_ai.usage.input_tokens.cache_write",
    "plain names": ofUsage(
      ...["cache_write_tokens", "cache_creation_tokens", "input_cache_creation"],
      ...["cacheWriteInputTokens", "cacheCreationInputTokens", "prompt_tokens_details.cache_creation_tokens"],
      ...["prompt_tokens_details.cache_write_tokens", "input_tokens_details.cache_write_tokens"],
    ),
  },
  "cache_creation.ephemeral_5m_input_tokens": {
    "Anthropic SDK": "anthropic.usage.cache_creation.ephemeral_5m_input_tokens",
    Mastra: "gen_ai.usage.cache_creation.5m_input_tokens",
    LangSmith: "langsmith.metadata.usage_metadata.input_token_details.ephemeral_5m_input_tokens",
    Langfuse: "langfuse.observation.usage_details.cache_creation.ephemeral_5m_input_tokens",
    "Pydantic AI and Logfire": "gen_ai.usage.details.ephemeral_5m_input_tokens",
  },
  "cache_creation.ephemeral_1h_input_tokens": {
    "Anthropic SDK": "anthropic.usage.cache_creation.ephemeral_1h_input_tokens",
    Mastra: "gen_ai.usage.cache_creation.1h_input_tokens",
    LangSmith: "langsmith.metadata.usage_metadata.input_token_details.ephemeral_1h_input_tokens",
    Langfuse: "langfuse.observation.usage_details.cache_creation.ephemeral_1h_input_tokens",
    "Pydantic AI and Logfire": "gen_ai.usage.details.ephemeral_1h_input_tokens",
  },
  thoughts_token_count: {
    Langfuse: ["thoughts_token_count", "thoughtsTokenCount"].map(ofLangfuse),
    "GenAI before 1.37": "gen_ai.usage.thoughts_token_count",
  },
  reasoning_tokens: {
    GenAI: "gen_ai.usage.reasoning.output_tokens",
    OpenLLMetry: ["gen_ai.usage.reasoning_tokens", "llm.usage.reasoning_tokens"],
    OpenInference: "llm.token_count.completion_details.reasoning",
    "AI SDK": [
      "ai.usage.reasoningTokens",
      "ai.usage.outputTokenDetails.reasoningTokens",
      "ai.response.providerMetadata.openai.reasoningTokens",
    ],
    "Pydantic AI and Logfire": [
      "gen_ai.usage.details.reasoning_tokens",
      "gen_ai.usage.details.thoughts_tokens",
      "gen_ai.usage.raw.completion_tokens_details.reasoning_tokens",
      "gen_ai.usage.raw.output_tokens_details.reasoning_tokens",
    ],
    Langfuse: [
      "langfuse.observation.usage_details.output_reasoning",
      "langfuse.observation.usage_details.output_reasoning_tokens",
      "langfuse.observation.usage_details.completion_tokens_details.reasoning_tokens",
      "langfuse.observation.usage_details.output_tokens_details.reasoning_tokens",
    ],
    LangSmith: [
      "gen_ai.usage.output_token_details.reasoning",
      "langsmith.metadata.usage_metadata.output_token_details.reasoning",
    ],
    LiteLLM: "metadata.usage_object.completion_tokens_details.reasoning_tokens",
    "Google ADK": "gen_ai.usage.experimental.reasoning_tokens",
    Haystack: inReplies("usage.completion_tokens_details.reasoning_tokens"),
    CrewAI: ofCrew("reasoning_tokens"),
    "OpenRouter and Sentry": "gen_ai.usage.output_tokens.reasoning",
    "plain names": ofUsage(
      ...["reasoning_output_tokens", "output_reasoning_tokens", "reasoningTokens"],
      ...["completion_tokens_details.reasoning_tokens", "output_tokens_details.reasoning_tokens"],
    ),
  },
  "prompt_tokens_details.audio_tokens": {
    GenAI: "gen_ai.usage.audio.input_tokens",
    OpenInference: "llm.token_count.prompt_details.audio",
    "Pydantic AI and Logfire": ["gen_ai.usage.details.input_audio_tokens", "gen_ai.usage.details.audio_prompt_tokens"],
    Langfuse: [
      "langfuse.observation.usage_details.input_audio_tokens",
      "langfuse.observation.usage_details.prompt_tokens_details.audio_tokens",
    ],
    LangSmith: [
      "gen_ai.usage.input_token_details.audio",
      "langsmith.metadata.usage_metadata.input_token_details.audio",
    ],
    LiteLLM: "metadata.usage_object.prompt_tokens_details.audio_tokens",
    Mastra: "gen_ai.usage.audio_input_tokens",
    "plain names": ofUsage("prompt_tokens_details.audio_tokens", "input_tokens_details.audio_tokens"),
  },
  "prompt_tokens_details.image_tokens": {
    GenAI: "gen_ai.usage.image.input_tokens",
    "Pydantic AI and Logfire": "gen_ai.usage.details.image_prompt_tokens",
    Langfuse: [
      "langfuse.observation.usage_details.input_image_tokens",
      "langfuse.observation.usage_details.prompt_tokens_details.image_tokens",
    ],
    LangSmith: [
      "gen_ai.usage.input_token_details.image",
      "langsmith.metadata.usage_metadata.input_token_details.image",
    ],
    LiteLLM: "metadata.usage_object.prompt_tokens_details.image_tokens",
    Mastra: "gen_ai.usage.image_input_tokens",
    "plain names": ofUsage("prompt_tokens_details.image_tokens", "input_tokens_details.image_tokens"),
  },
  "prompt_tokens_details.video_tokens": {
    GenAI: "gen_ai.usage.video.input_tokens",
    "Pydantic AI and Logfire": "gen_ai.usage.details.video_prompt_tokens",
    LangSmith: [
      "gen_ai.usage.input_token_details.video",
      "langsmith.metadata.usage_metadata.input_token_details.video",
    ],
    LiteLLM: "metadata.usage_object.prompt_tokens_details.video_tokens",
  },
  "completion_tokens_details.audio_tokens": {
    GenAI: "gen_ai.usage.audio.output_tokens",
    OpenInference: "llm.token_count.completion_details.audio",
    "Pydantic AI and Logfire": [
      "gen_ai.usage.details.output_audio_tokens",
      "gen_ai.usage.details.audio_candidates_tokens",
    ],
    Langfuse: [
      "langfuse.observation.usage_details.output_audio_tokens",
      "langfuse.observation.usage_details.completion_tokens_details.audio_tokens",
    ],
    LangSmith: [
      "gen_ai.usage.output_token_details.audio",
      "langsmith.metadata.usage_metadata.output_token_details.audio",
    ],
    LiteLLM: "metadata.usage_object.completion_tokens_details.audio_tokens",
    Mastra: "gen_ai.usage.audio_output_tokens",
    "plain names": ofUsage("completion_tokens_details.audio_tokens", "output_tokens_details.audio_tokens"),
  },
  "completion_tokens_details.image_tokens": {
    GenAI: "gen_ai.usage.image.output_tokens",
    "Pydantic AI and Logfire": "gen_ai.usage.details.image_candidates_tokens",
    Langfuse: [
      "langfuse.observation.usage_details.output_image_tokens",
      "langfuse.observation.usage_details.completion_tokens_details.image_tokens",
    ],
    LangSmith: [
      "gen_ai.usage.output_token_details.image",
      "langsmith.metadata.usage_metadata.output_token_details.image",
    ],
    LiteLLM: "metadata.usage_object.completion_tokens_details.image_tokens",
    Mastra: "gen_ai.usage.image_output_tokens",
    "plain names": ofUsage("completion_tokens_details.image_tokens", "output_tokens_details.image_tokens"),
  },
  "completion_tokens_details.video_tokens": {
    GenAI: "gen_ai.usage.video.output_tokens",
    "Pydantic AI and Logfire": "gen_ai.usage.details.video_candidates_tokens",
  },
} as const satisfies Readonly<Record<string, Row>>;

/** Attributes whose text may be a literal of Python, which `TOKENS` reads members of. */
export const PYTHON_TEXTS = [
  "gen_ai.usage.input_token_details",
  "gen_ai.usage.output_token_details",
  "metadata.usage_object",
] as const;

/** Objects that count tokens in the words of their provider. They are read where no attribute counts an input or output. */
export const USAGE_OBJECTS = {
  whole: {
    "plain names": ["gen_ai.usage", "usage"],
    OpenLLMetry: "llm.usage",
    OpenInference: ["output.value.usage", "output.value.usage_metadata", "output.value.usageMetadata"],
    MLflow: "mlflow.spanOutputs.usage",
    "Google ADK": "gcp.vertex.agent.llm_response.usage_metadata",
  },
} as const satisfies Readonly<Record<string, Row>>;

/** The cost in US dollars as the sender computed it: in all, or of the two directions. */
export const COST = {
  total: {
    "Pydantic AI and Logfire": "operation.cost",
    OpenInference: "llm.cost.total",
    LiteLLM: "gen_ai.cost.total_cost",
    Langfuse: "langfuse.observation.cost_details.total",
    OpenLIT: "gen_ai.usage.cost",
    LangSmith: "langsmith.metadata.usage_metadata.total_cost",
    MLflow: "mlflow.llm.cost.total_cost",
    "AI SDK": ["ai.response.providerMetadata.gateway.cost", "ai.response.providerMetadata.openrouter.usage.cost"],
    "Claude Code": "cost_usd",
    "OpenRouter and Sentry": ["gen_ai.usage.total_cost", "gen_ai.cost.total_tokens"],
  },
  input: {
    OpenInference: "llm.cost.prompt",
    LiteLLM: "gen_ai.cost.input_cost",
    Langfuse: "langfuse.observation.cost_details.input",
    LangSmith: "langsmith.metadata.usage_metadata.input_cost",
    MLflow: "mlflow.llm.cost.input_cost",
    "OpenRouter and Sentry": ["gen_ai.usage.input_cost", "gen_ai.cost.input_tokens"],
  },
  output: {
    OpenInference: "llm.cost.completion",
    LiteLLM: "gen_ai.cost.output_cost",
    Langfuse: "langfuse.observation.cost_details.output",
    LangSmith: "langsmith.metadata.usage_metadata.output_cost",
    MLflow: "mlflow.llm.cost.output_cost",
    "OpenRouter and Sentry": ["gen_ai.usage.output_cost", "gen_ai.cost.output_tokens"],
  },
} as const satisfies Readonly<Record<string, Row>>;

/** What a sender says of an error beside the status of the span. It may be text of Python with a member `error`. */
export const ERRORS = {
  message: { GenAI: "error.message", Langfuse: "langfuse.observation.status_message" },
  detail: { "Weave and W&B": "weave.openai_agents.error.data" },
} as const satisfies Readonly<Record<string, Row>>;

/** The time until the first chunk of an answer by its unit, or the time at which it came. */
export const FIRST_CHUNK = {
  seconds: {
    GenAI: "gen_ai.response.time_to_first_chunk",
    "Pydantic AI and Logfire": "gen_ai.client.operation.time_to_first_chunk",
    OpenLIT: "gen_ai.server.time_to_first_token",
    LiveKit: "lk.response.ttft",
  },
  milliseconds: { "AI SDK": "ai.response.msToFirstChunk", "Claude Code": "ttft_ms" },
  time: { Langfuse: "langfuse.observation.completion_start_time", Mastra: "mastra.completion_start_time" },
} as const satisfies Readonly<Record<string, Row>>;

/** The conversation of a span, by which it gets its thread. */
export const THREAD = {
  "Weave and W&B": "wandb.thread_id",
  "Google ADK": "gcp.vertex.agent.session_id",
  GenAI: "gen_ai.conversation.id",
  OpenInference: ["session.id", ...threadNames("metadata")],
  MLflow: "mlflow.trace.session",
  OpenLLMetry: threadNames("traceloop.association.properties"),
  "AI SDK": [...threadNames("ai.telemetry.metadata"), ...threadNames("ai.settings.context")],
  Langfuse: "langfuse.session.id",
  LangSmith: ["langsmith.metadata.session_id", "langsmith.metadata.thread_id", "langsmith.metadata.conversation_id"],
  OpenLIT: "gen_ai.session.id",
  Mastra: ["mastra.metadata.threadId", "mastra.metadata.sessionId"],
  "Spring AI": "spring.ai.chat.client.conversation.id",
  Laminar: "lmnr.association.properties.session_id",
} as const satisfies Row;
