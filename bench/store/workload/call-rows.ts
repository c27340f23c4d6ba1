import { type AgentSpan, agentSpans } from "./agent-spans";
import { inputsJson, outputJson } from "./span-json";
import { join, slot } from "./template";
import { type Failure, SPANS_BY_END, TRACE_SHAPE } from "./trace-facts";
import { SLOT_LENGTHS, type TraceTemplate } from "./trace-slots";
import { PROJECT } from "./workload";

const { trace, id, timeText, tokensText, thread } = SLOT_LENGTHS;

/** One complete call as a line of JSON, with the columns of the plain table that reads are compared with. */
function rowOf(span: AgentSpan, at: number): TraceTemplate {
  const hasTokens = span.model !== null && span.output !== null;
  const tokens = (name: "input-tokens-text" | "output-tokens-text" | "cached-tokens-text") =>
    hasTokens ? slot(name, tokensText, at) : "0";
  return join(
    `{"project_id":"${PROJECT}","id":"`,
    slot("span-text", id * 2, at),
    '","trace_id":"',
    slot("trace-text", trace * 2, at),
    '","parent_id":"',
    ...(TRACE_SHAPE[at]?.parent === null ? [] : [slot("parent-text", id * 2, at)]),
    '","turn_id":"',
    slot("span-text", id * 2, 0),
    '","thread_id":"conversation-',
    slot("thread", thread, at),
    `","op_name":"${span.name}","model":"${span.model ?? ""}","exception":"${span.exception?.message ?? ""}","started_at":"`,
    slot("start-text", timeText, at),
    '","ended_at":"',
    slot("end-text", timeText, at),
    '","input_tokens":',
    tokens("input-tokens-text"),
    ',"output_tokens":',
    tokens("output-tokens-text"),
    ',"cached_tokens":',
    tokens("cached-tokens-text"),
    ',"inputs":',
    inputsJson(span),
    ',"output":',
    outputJson(span) ?? '""',
    "}\n",
  );
}

/** The ten rows of one trace. */
export function traceRows(size: number, failure: Failure): TraceTemplate {
  const spans = agentSpans(size, failure);
  return join(...SPANS_BY_END.flatMap((at) => (spans[at] ? [rowOf(spans[at], at)] : [])));
}
