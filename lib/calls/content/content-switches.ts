/** The setting with which a client sends inputs and outputs that it does not send by default. */
interface ContentSwitch {
  /** The instrumentations of the client, by the names of their scopes. */
  readonly scope: RegExp;
  /** A variable of its environment with its value. */
  readonly setting: string;
}

const CAPTURE = "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT";

/** The clients that send no content by default, as far as each was run. */
export const CONTENT_SWITCHES = {
  genai: { scope: /^opentelemetry\.instrumentation\.(?:genai\.|google_genai$)/, setting: `${CAPTURE}=SPAN_ONLY` },
  "genai before 1.37": {
    scope: /^opentelemetry\.instrumentation\.(?:openai_v2$|vertexai$|botocore\b)/,
    setting: `${CAPTURE}=true`,
  },
  adk: { scope: /^gcp\.vertex\.agent$/, setting: `${CAPTURE}=SPAN_ONLY` },
  anthropic: { scope: /^com\.anthropic\.sdk\b/, setting: "ANTHROPIC_OPEN_TELEMETRY_TRACES_CONTENT_MODE=content" },
  "agent framework": { scope: /^agent_framework\b/, setting: "ENABLE_SENSITIVE_DATA=true" },
  "semantic kernel": {
    scope: /^semantic_kernel\b/,
    setting: "SEMANTICKERNEL_EXPERIMENTAL_GENAI_ENABLE_OTEL_DIAGNOSTICS_SENSITIVE=true",
  },
  haystack: { scope: /^haystack\b/, setting: "HAYSTACK_CONTENT_TRACING_ENABLED=true" },
} as const satisfies Readonly<Record<string, ContentSwitch>>;
