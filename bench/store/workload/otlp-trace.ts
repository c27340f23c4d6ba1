import { type AgentSpan, agentSpans } from "./agent-spans";
import { delimited, fixed32, fixed64, number } from "./protobuf";
import { join, slot } from "./template";
import { type Failure, SPANS_BY_END, TRACE_SHAPE } from "./trace-facts";
import { SLOT_LENGTHS, type TraceSlot, type TraceTemplate } from "./trace-slots";

/** Sampled, and the parent is known to be in this process. */
const FLAGS = 0x101;
const STATUS_ERROR = 2;

const attribute = (key: string, value: TraceTemplate) => join(delimited(1, key), delimited(2, value));
const textValue = (content: TraceTemplate | string) => delimited(1, content);
const intValue = (value: TraceTemplate | number) => number(3, value);

function modelAttributes(span: AgentSpan, at: number): (readonly [string, TraceTemplate])[] {
  if (span.model === null) return [];
  const tokens = (name: "input-tokens" | "output-tokens" | "cached-tokens") =>
    intValue(slot(name, SLOT_LENGTHS.tokens, at));
  const asked = [
    ["gen_ai.provider.name", textValue(span.model.startsWith("gpt") ? "openai" : "anthropic")],
    ["gen_ai.request.model", textValue(span.model)],
    ["gen_ai.request.max_tokens", intValue(1024)],
    ["server.address", textValue(span.model.startsWith("gpt") ? "api.openai.com" : "api.anthropic.com")],
    ["server.port", intValue(443)],
  ] as const;
  if (span.output === null) return [...asked];
  return [
    ...asked,
    ["gen_ai.response.model", textValue(span.model)],
    ["gen_ai.response.id", textValue(join("chatcmpl-", slot("hex", 24, at, 50 + at)))],
    ["gen_ai.response.finish_reasons", delimited(5, delimited(1, textValue("stop")))],
    ["gen_ai.usage.input_tokens", tokens("input-tokens")],
    ["gen_ai.usage.output_tokens", tokens("output-tokens")],
    ["gen_ai.usage.cache_read.input_tokens", tokens("cached-tokens")],
  ];
}

function attributesOf(span: AgentSpan, at: number): (readonly [string, TraceTemplate])[] {
  const thread = textValue(join("conversation-", slot("thread", SLOT_LENGTHS.thread, at)));
  const payloads = span.output ? [...span.inputs, span.output] : span.inputs;
  return [
    ...(span.operation ? [["gen_ai.operation.name", textValue(span.operation)] as const] : []),
    ...span.facts.map(([key, value]) => [key, textValue(value)] as const),
    ...(span.isOfThread ? [["gen_ai.conversation.id", thread] as const] : []),
    ...modelAttributes(span, at),
    ...payloads.map(({ key, json }) => [key, textValue(json)] as const),
    ...(span.exception ? [["error.type", textValue(span.exception.type)] as const] : []),
  ];
}

function exceptionEvent({ type, message }: NonNullable<AgentSpan["exception"]>, at: number): TraceTemplate {
  const frame = (line: number) =>
    `    at Agent.step_${line} (file:///srv/agent/dist/steps/step-${line}.js:${line * 7}:${line})\n`;
  const stack = `${message}\n${[3, 8, 12, 17, 21].map(frame).join("")}`;
  return join<TraceSlot>(
    fixed64(1, slot("end", SLOT_LENGTHS.time, at)),
    delimited(2, "exception"),
    delimited(3, attribute("exception.type", textValue(type))),
    delimited(3, attribute("exception.message", textValue(message))),
    delimited(3, attribute("exception.stacktrace", textValue(stack))),
  );
}

function spanMessage(span: AgentSpan, at: number): TraceTemplate {
  const hasParent = TRACE_SHAPE[at]?.parent !== null;
  return join<TraceSlot>(
    delimited(1, slot("trace", SLOT_LENGTHS.trace, at)),
    delimited(2, slot("span", SLOT_LENGTHS.id, at)),
    ...(hasParent ? [delimited(4, slot("parent", SLOT_LENGTHS.id, at))] : []),
    delimited(5, span.name),
    number(6, span.kind),
    fixed64(7, slot("start", SLOT_LENGTHS.time, at)),
    fixed64(8, slot("end", SLOT_LENGTHS.time, at)),
    ...attributesOf(span, at).map(([key, value]) => delimited(9, attribute(key, value))),
    ...(span.exception ? [delimited(11, exceptionEvent(span.exception, at))] : []),
    delimited(15, span.exception ? join(delimited(2, span.exception.message), number(3, STATUS_ERROR)) : join("")),
    fixed32(16, FLAGS),
  );
}

/** The spans of one trace as consecutive fields of OTLP's ScopeSpans, in the order in which they end. */
export function otlpTrace(size: number, failure: Failure): TraceTemplate {
  const spans = agentSpans(size, failure);
  return join(
    ...SPANS_BY_END.map((at) => {
      const span = spans[at];
      if (!span) throw new Error(`A trace has no span ${at}.`);
      return delimited(2, spanMessage(span, at));
    }),
  );
}

const RESOURCE = [
  ["service.name", "support-agent"],
  ["service.version", "4.12.0"],
  ["deployment.environment.name", "production"],
  ["telemetry.sdk.language", "nodejs"],
  ["telemetry.sdk.name", "opentelemetry"],
  ["telemetry.sdk.version", "2.1.0"],
  ["host.name", "agent-7f9c6d5b8-x2x9q"],
  ["process.runtime.name", "nodejs"],
  ["process.runtime.version", "22.19.0"],
] as const;

/** The parts of an ExportTraceServiceRequest before its spans: the resource, and the scope. */
export const RESOURCE_FIELD: TraceTemplate = delimited(
  1,
  join(...RESOURCE.map(([key, value]) => delimited(1, attribute(key, textValue(value))))),
);
export const SCOPE_FIELD: TraceTemplate = delimited(
  1,
  join<TraceSlot>(delimited(1, "@opentelemetry/instrumentation-openai"), delimited(2, "0.6.0")),
);
