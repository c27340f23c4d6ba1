import { CONTENT_SWITCHES } from "@/lib/calls/content/content-switches";
import type { Convention } from "./attribute-table";

const switchOf = (client: keyof typeof CONTENT_SWITCHES): string => `\`${CONTENT_SWITCHES[client].setting}\``;

/** The telemetry of one client, for its users. */
export interface Client {
  readonly name: string;
  /** The newest version whose spans were looked at; null where only its documentation or source was. */
  readonly version: string | null;
  readonly conventions: readonly Convention[];
  readonly arrives: string;
  /** Facts that the client does not send, so that Heddle cannot show them. */
  readonly missing: string;
  /** How its content and its traces are switched on. */
  readonly switches: string;
}

export const CLIENTS: readonly Client[] = [
  {
    name: "OpenTelemetry GenAI (openai, anthropic, langchain, openai-agents, google-genai, bedrock)",
    version: "1.3b0",
    conventions: ["GenAI"],
    arrives: "models, tokens by kind, finish reasons, first chunk; messages with the switch, on spans or as log events",
    missing: "content by default; users, tags, cost; threads outside LangGraph; texts of embeddings",
    switches: `${switchOf("genai")} (or \`EVENT_ONLY\`; ${switchOf("genai before 1.37")} for Bedrock's and older ones)`,
  },
  {
    name: "Anthropic SDK",
    version: "2.14",
    conventions: ["GenAI", "Anthropic SDK"],
    arrives: "models, tokens with both kinds of cache writes, stop reason",
    missing: "content by default; the message of an error",
    switches: switchOf("anthropic"),
  },
  {
    name: "OpenInference (openai, anthropic, bedrock, google-genai, langchain, llama-index, dspy, crewai, haystack, autogen, openai-agents, agno, smolagents, beeai)",
    version: "3.1.0",
    conventions: ["OpenInference", "CrewAI", "BeeAI"],
    arrives: "messages, tools, tokens, documents, stacks; user, session, tags and metadata from its context",
    missing:
      "tokens of DSPy, of LlamaIndex's streams and of a CrewAI request (the crew's result has the sum, without a model); cached tokens of AutoGen and smolagents; the task of a CrewAI agent that fails; threads of OpenAI Agents; cost (BeeAI sends it)",
    switches: "on; `OPENINFERENCE_HIDE_INPUTS` and `OPENINFERENCE_HIDE_OUTPUTS` hide content",
  },
  {
    name: "OpenLLMetry (Traceloop)",
    version: "0.62.4",
    conventions: ["GenAI", "GenAI before 1.37", "OpenLLMetry"],
    arrives: "messages, tools, tokens, workflows with inputs and outputs, association properties",
    missing: "pictures, which it sends to its own server; the first chunk, which is a metric; cost",
    switches: "on; `TRACELOOP_TRACE_CONTENT=false` hides content",
  },
  {
    name: "AI SDK 4 to 7",
    version: "7.0.173",
    conventions: ["AI SDK", "GenAI"],
    arrives:
      "messages, tools, tokens, first chunk, stacks; metadata in versions 4 to 6; cost from a gateway that says it",
    missing: "metadata and sessions in version 7 (without `runtimeContext`); cached tokens of `generateText` in 5",
    switches: "`experimental_telemetry: { isEnabled: true }`; `recordInputs` and `recordOutputs` hide content",
  },
  {
    name: "Langfuse SDK",
    version: "5.0.4",
    conventions: ["Langfuse", "OpenInference"],
    arrives: "inputs and outputs, model, tokens, cost, user, session, tags, metadata, prompt",
    missing: "the provider, the id of the response",
    switches: "on",
  },
  {
    name: "LangSmith",
    version: "0.15.1",
    conventions: ["LangSmith", "GenAI", "GenAI before 1.37"],
    arrives: "requests and answers, tools, tokens with details, metadata, tags, stacks",
    missing: "the first chunk",
    switches: "`LANGSMITH_OTEL_ENABLED=true`",
  },
  {
    name: "Pydantic AI and Logfire",
    version: "2.62.0",
    conventions: ["GenAI", "Pydantic AI and Logfire"],
    arrives: "messages, agents with all messages and the result, tools, tokens with details, cost, conversation",
    missing: "users, unless the program sets `user.id`",
    switches: "on; `InstrumentationSettings(include_content=False)` hides content",
  },
  {
    name: "LiteLLM",
    version: "1.110.2",
    conventions: ["GenAI", "GenAI before 1.37", "LiteLLM", "OpenLLMetry"],
    arrives: "messages, calls of tools, tokens with details, cost, user",
    missing: "ids of calls of tools, sessions",
    switches: '`litellm.callbacks = ["otel"]`, `OTEL_EXPORTER=otlp_http`, `OTEL_ENDPOINT`, `OTEL_HEADERS`',
  },
  {
    name: "MLflow",
    version: "3.17.2",
    conventions: ["MLflow"],
    arrives: "inputs and outputs, model, tokens, session, user",
    missing: "finish reasons; cost without LiteLLM beside it; session and user where it exports to OpenTelemetry alone",
    switches: "`OTEL_EXPORTER_OTLP_TRACES_ENDPOINT`, `OTEL_EXPORTER_OTLP_TRACES_PROTOCOL=http/protobuf`",
  },
  {
    name: "Strands Agents",
    version: "1.62.0",
    conventions: ["GenAI", "GenAI before 1.37"],
    arrives: "messages from events, tools, tokens, first chunk; user and session from `trace_attributes`",
    missing: "the provider and the model that answered; sums of an agent grow from run to run",
    switches: "on; `OTEL_SEMCONV_STABILITY_OPT_IN=gen_ai_latest_experimental` for the current form",
  },
  {
    name: "Google ADK",
    version: "2.13.0",
    conventions: ["GenAI", "Google ADK"],
    arrives: "agents, workflows, tools, tokens, session; messages with the switch",
    missing: "content by default, users, the model that answered",
    switches: switchOf("adk"),
  },
  {
    name: "Agent Framework and Semantic Kernel",
    version: "1.23.0",
    conventions: ["GenAI"],
    arrives: "agents, messages, tools, tokens, finish reasons",
    missing: "content by default, users, tags; cached tokens of Semantic Kernel",
    switches: `${switchOf("agent framework")}; ${switchOf("semantic kernel")}`,
  },
  {
    name: "OpenLIT",
    version: "1.45.0",
    conventions: ["GenAI", "GenAI before 1.37", "OpenLIT"],
    arrives: "prompts and completions as text, tokens, cost, first chunk, user",
    missing: "messages by role, cached tokens of OpenAI",
    switches: "on",
  },
  {
    name: "Haystack's own tracer",
    version: "3.4.1",
    conventions: ["Haystack"],
    arrives: "agents, messages, tools, models, tokens with details, stacks",
    missing: "content by default, and tokens with it; threads, users, cost",
    switches: `${switchOf("haystack")}, with \`OpenTelemetryTracer\` of \`opentelemetry-haystack\``,
  },
  {
    name: "Mastra",
    version: null,
    conventions: ["GenAI", "Mastra"],
    arrives: "messages, agents, workflows, tools, tokens with both kinds of cache writes, tags, metadata, thread",
    missing: "cost",
    switches: "on, with the exporter in its configuration",
  },
  {
    name: "LiveKit Agents",
    version: null,
    conventions: ["GenAI", "LiveKit"],
    arrives: "messages from events and contexts, turns, tools, tokens with cached ones, first chunk",
    missing: "cost, threads, the error of a tool (it is an attribute)",
    switches: "on, with `telemetry.set_tracer_provider`",
  },
  {
    name: "Spring AI",
    version: null,
    conventions: ["GenAI", "GenAI before 1.37", "Spring AI"],
    arrives: "models, tokens, tools, searches, conversation",
    missing: "prompts and completions, which it logs; the arguments and results of tools by default; cost",
    switches: "`spring.ai.tools.observations.include-content=true`, with Micrometer's bridge to OpenTelemetry",
  },
  {
    name: "Weave agents",
    version: "0.54.0",
    conventions: ["GenAI", "Weave and W&B"],
    arrives: "messages with reasoning, agents with id and version, tools, tokens, conversation",
    missing: "ids of calls of tools on the spans of tools",
    switches: "on",
  },
  {
    name: "Claude Code",
    version: null,
    conventions: ["Claude Code", "OpenInference"],
    arrives: "requests with tokens, tools, first chunk, session, user",
    missing:
      "content by default; its log events, which are not stored (`docs/log/coding-agents.md` imports whole sessions)",
    switches:
      "`CLAUDE_CODE_ENABLE_TELEMETRY=1`, `CLAUDE_CODE_ENHANCED_TELEMETRY_BETA=1`, `OTEL_LOG_USER_PROMPTS=1`, `OTEL_LOG_TOOL_CONTENT=1`",
  },
];
