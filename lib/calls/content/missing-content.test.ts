import { expect, it } from "vitest";
import type { Call } from "@/lib/api/contract/calls/calls";
import { missingContent } from "./missing-content";

const call: Call = {
  id: "c",
  project_id: "demo/airline",
  op_name: "chat gpt-4o",
  trace_id: "t",
  started_at: "2026-11-20T00:00:00Z",
  ended_at: "2026-11-20T00:00:01Z",
  inputs: {},
  output: null,
};

const of = (scope: string, members: Partial<Call> = {}) =>
  missingContent({ ...call, attributes: { otel_span: { name: "chat", scope: { name: scope } } }, ...members });

it.each([
  ["opentelemetry.instrumentation.genai.openai", "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=SPAN_ONLY"],
  ["opentelemetry.instrumentation.openai_v2", "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true"],
  ["opentelemetry.instrumentation.botocore.bedrock-runtime", "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true"],
  ["gcp.vertex.agent", "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=SPAN_ONLY"],
  ["com.anthropic.sdk.python", "ANTHROPIC_OPEN_TELEMETRY_TRACES_CONTENT_MODE=content"],
  ["agent_framework", "ENABLE_SENSITIVE_DATA=true"],
  [
    "semantic_kernel.connectors.ai.chat_completion_client_base",
    "SEMANTICKERNEL_EXPERIMENTAL_GENAI_ENABLE_OTEL_DIAGNOSTICS_SENSITIVE=true",
  ],
  ["haystack", "HAYSTACK_CONTENT_TRACING_ENABLED=true"],
  // Traceloop and others send content unless it is switched off.
  ["opentelemetry.instrumentation.openai.v1", null],
  ["my-program", null],
])("a span of %s without content is switched on by %s", (scope, setting) => {
  expect(of(scope)).toEqual({ setting });
});

it("is only what is missing: a call that says something, failed, runs or is none of OpenTelemetry lacks nothing", () => {
  expect(of("haystack", { inputs: { question: "q" } })).toBeNull();
  expect(of("haystack", { output: 0 })).toBeNull();
  expect(of("haystack", { exception: "TimeoutError" })).toBeNull();
  expect(of("haystack", { ended_at: null })).toBeNull();
  expect(missingContent(call)).toBeNull();
});
