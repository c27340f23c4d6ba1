import { type AgentSpan, agentSpans } from "./agent-spans";
import { inputsJson, outputJson } from "./span-json";
import { join, slot } from "./template";
import { type Failure, TRACE_SHAPE } from "./trace-facts";
import { SLOT_LENGTHS, type TraceTemplate } from "./trace-slots";

/** A project of its own: these calls are not part of the spans that are read. */
const UPSERT_PROJECT = "bench/upserts";

const { trace, id, timeText, tokensText, thread } = SLOT_LENGTHS;

function startOf(span: AgentSpan, at: number): TraceTemplate {
  const op = span.name.replaceAll(/[^\w.-]+/g, "_");
  const parent = TRACE_SHAPE[at]?.parent === null ? "null" : join('"', slot("parent-text", id * 2, at), '"');
  return join(
    `{"mode":"start","req":{"start":{"project_id":"${UPSERT_PROJECT}","id":"`,
    slot("span-text", id * 2, at),
    '","trace_id":"',
    slot("trace-text", trace * 2, at),
    '","parent_id":',
    parent,
    ',"thread_id":"conversation-',
    slot("thread", thread, at),
    '","turn_id":"',
    slot("span-text", id * 2, 0),
    `","op_name":"weave:///${UPSERT_PROJECT}/op/${op}:k3Jd81xQ","started_at":"`,
    slot("start-text", timeText, at),
    '","attributes":{"weave":{"client_version":"0.11.1","source":"python-sdk","os_name":"Linux"},"env":"production"},"inputs":',
    inputsJson(span),
    "}}}",
  );
}

function usageOf(span: AgentSpan, at: number): TraceTemplate {
  if (span.model === null || span.output === null) return join("{}");
  return join(
    `{"usage":{"${span.model}":{"requests":1,"input_tokens":`,
    slot("input-tokens-text", tokensText, at),
    ',"output_tokens":',
    slot("output-tokens-text", tokensText, at),
    ',"cache_read_input_tokens":',
    slot("cached-tokens-text", tokensText, at),
    "}}}",
  );
}

function endOf(span: AgentSpan, at: number): TraceTemplate {
  return join(
    `{"mode":"end","req":{"end":{"project_id":"${UPSERT_PROJECT}","id":"`,
    slot("span-text", id * 2, at),
    '","ended_at":"',
    slot("end-text", timeText, at),
    `","exception":${JSON.stringify(span.exception?.message ?? null)},"output":`,
    outputJson(span) ?? "null",
    ',"summary":',
    usageOf(span, at),
    "}}}",
  );
}

function listed(parts: readonly TraceTemplate[]): TraceTemplate {
  return join(...parts.flatMap((part, at) => (at === 0 ? [part] : [",", part])));
}

/** The starts of one trace's calls as entries of a batch. */
export function traceStarts(size: number, failure: Failure): TraceTemplate {
  return listed(agentSpans(size, failure).map(startOf));
}

/** The ends of the same calls. */
export function traceEnds(size: number, failure: Failure): TraceTemplate {
  return listed(agentSpans(size, failure).map(endOf));
}
