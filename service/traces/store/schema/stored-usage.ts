import { byMedia, MEDIA_TOKENS } from "@/lib/usage/media-tokens";
import { FAMILY_PATTERNS, UNNAMED_MODEL, USAGE_MEMBERS } from "@/lib/usage/usage-tokens";

/**
 * SQL for a call's `summary.usage`, one entry per model that has tokens. The writer computes the same (`usage-entries.ts`)
 * and names it with each row: the engine computes it for rows of earlier versions. Must agree with `tokensOf` in
 * lib/usage/usage-tokens.ts about which members count, and how.
 */
type Kind = keyof typeof USAGE_MEMBERS;

/** Separates the names of a member and of the member of its object, which no name has inside. */
const INSIDE = "\\n";

/** Texts and booleans are no numbers, and {@link MEMBERS_SQL} has no negative ones. */
function countSql(kind: Kind): string {
  const members = USAGE_MEMBERS[kind].map((member) => member.replace(".", INSIDE));
  return `coalesce(${members.map((member) => `toFloat64OrNull(members['${member}'])`).join(", ")}, NULL)`;
}

/** The counts as they were sent, and the place of each in the tuple of an entry: the model is the first. */
const KINDS = Object.keys(USAGE_MEMBERS) as readonly Kind[];
const sent = (kind: Kind): string => `sent.${KINDS.indexOf(kind) + 2}`;
const orZero = (kind: Kind): string => `ifNull(${sent(kind)}, 0)`;

const ENTRIES_SQL = "JSONExtractKeysAndValuesRaw(if(summary_search = '', summary, summary_search), 'usage')";

/**
 * The members of each entry, and of the objects in it, as raw JSON. The engine analyzes the whole expression for each
 * insert, which takes longer than a small group of calls: what is the same for all members is written once.
 */
const MEMBERS_SQL = `arrayMap(outer -> CAST(arrayFilter(member -> NOT startsWith(member.2, '-'), arrayConcat(outer, arrayFlatten(arrayMap(
    member -> arrayMap(inner -> (concat(member.1, '${INSIDE}', inner.1), inner.2), JSONExtractKeysAndValuesRaw(member.2)), outer)))), 'Map(String, String)'),
    arrayMap(entry -> JSONExtractKeysAndValuesRaw(entry.2), ${ENTRIES_SQL}))`;

const SENT_SQL = `arrayMap((members, model) -> (if(model = '${UNNAMED_MODEL}', '', model), ${KINDS.map(countSql).join(", ")}),
    ${MEMBERS_SQL}, arrayMap(entry -> entry.1, ${ENTRIES_SQL}))`;

const INPUT_SQL = `coalesce(${sent("prompt")}, ${sent("input")}, 0)`;
const REASONING_SQL = `coalesce(${sent("thoughts")}, ${sent("reasoning")}, 0)`;
const READ_SQL = `coalesce(${sent("readBeside")}, ${sent("readInside")}, 0)`;
const WRITTEN_SQL = `greatest(coalesce(${sent("writtenBeside")}, ${sent("writtenInside")}, 0), ${orZero("writtenForHour")} + ${orZero("writtenForMinutes")})`;
const IS_MARKED_SQL = `(isNull(${sent("prompt")}) AND ${orZero("readBeside")} + ${orZero("writtenBeside")} > 0)`;

/** Members of an entry for the later steps, in the order of their tuples. */
const KNOWN = [
  ...(["model", "requests", "input", "output", "total", "read", "written", "hour"] as const),
  ...MEDIA_TOKENS.map(({ kind }) => kind),
  ...(["reasoning", "hasThoughts", "isMarked", "toolResults", "rest", "isCachedApart", "isReasoningApart"] as const),
] as const;
const known = (member: (typeof KNOWN)[number]): string => `known.${KNOWN.indexOf(member) + 1}`;

const COUNTS_SQL = `arrayMap(sent -> (sent.1, ${orZero("requests")}, ${INPUT_SQL}, ${orZero("output")}, ${sent("total")},
    ${READ_SQL}, ${WRITTEN_SQL}, ${orZero("writtenForHour")}, ${MEDIA_TOKENS.map(({ kind }) => orZero(kind)).join(", ")}, ${REASONING_SQL},
    isNotNull(${sent("thoughts")}), ${IS_MARKED_SQL}, ${orZero("toolResults")},
    ${sent("total")} - ${INPUT_SQL} - ${orZero("output")} - ${orZero("toolResults")}), ${SENT_SQL})`;

/** Adds a member to the tuples, which the steps before do not know. */
const withMember = (member: (typeof KNOWN)[number], sql: string, entries: string): string => {
  const before = KNOWN.slice(0, KNOWN.indexOf(member)).map(known);
  return `arrayMap(known -> (${[...before, sql].join(", ")}), ${entries})`;
};

const CACHED_SQL = `(${known("read")} + ${known("written")})`;
const REST_SQL = `assumeNotNull(${known("rest")})`;
const CACHED_APART_SQL = `${CACHED_SQL} > ${known("input")} OR if(isNull(${known("rest")}), ${known("isMarked")},
    ${CACHED_SQL} > 0 AND (${REST_SQL} = ${CACHED_SQL} + ${known("reasoning")} OR ${REST_SQL} = ${CACHED_SQL}
      AND (${known("isMarked")} OR ${known("reasoning")} != ${CACHED_SQL})))`;
const REASONING_APART_SQL = `${known("reasoning")} > ${known("output")} OR ${known("reasoning")} > 0
    AND if(isNull(${known("rest")}), ${known("hasThoughts")}, ${REST_SQL} - if(${known("isCachedApart")}, ${CACHED_SQL}, 0) >= ${known("reasoning")})`;
const PROMPT_SQL = `(${known("input")} + ${known("toolResults")} + if(${known("isCachedApart")}, ${CACHED_SQL}, 0))`;
const COMPLETION_SQL = `(${known("output")} + if(${known("isReasoningApart")}, ${known("reasoning")}, 0))`;
const TOTAL_SQL = `if(isNull(${known("total")}) OR ${known("isCachedApart")} OR ${known("isReasoningApart")},
    greatest(ifNull(${known("total")}, 0), ${PROMPT_SQL} + ${COMPLETION_SQL}), assumeNotNull(${known("total")}))`;

const DECIDED_SQL = withMember(
  "isReasoningApart",
  REASONING_APART_SQL,
  withMember("isCachedApart", CACHED_APART_SQL, COUNTS_SQL),
);

/** The members of an entry, in order, and their SQL. */
const MEMBERS = {
  requests: known("requests"),
  prompt: PROMPT_SQL,
  completion: COMPLETION_SQL,
  total: TOTAL_SQL,
  cache_read: known("read"),
  cache_creation: known("written"),
  cache_hour: known("hour"),
  ...byMedia("column", mediaSql),
};

/** Media are parts of a whole: what exceeds the rest is ignored. */
function mediaSql({ kind, isInput }: (typeof MEDIA_TOKENS)[number]): string {
  const ofSide = MEDIA_TOKENS.filter((tokens) => tokens.isInput === isInput).map((tokens) => tokens.kind);
  const before = ofSide.slice(0, ofSide.indexOf(kind)).map((other) => ` - ${known(other)}`);
  return `least(${known(kind)}, greatest(0, ${isInput ? `${PROMPT_SQL} - ${CACHED_SQL}` : COMPLETION_SQL}${before.join("")}))`;
}

/** The members of an entry of the column behind its model, in order. */
export const USAGE_COUNTS = Object.keys(MEMBERS) as readonly (keyof typeof MEMBERS)[];

export const TOKENS_TYPE_SQL = `Array(Tuple(model String, ${USAGE_COUNTS.map((member) => `${member} Float64`).join(
  ", ",
)}, family UInt64))`;

const FAMILY_SQL = FAMILY_PATTERNS.reduce(
  (name, pattern) => `replaceRegexpOne(${name}, '${pattern}', '')`,
  `lower(${known("model")})`,
);

export const TOKENS_COLUMN_SQL = `model_tokens ${TOKENS_TYPE_SQL} MATERIALIZED arrayFilter(
  entry -> entry.3 + entry.4 + entry.5 + entry.6 + entry.7 > 0,
  arrayMap(known -> (${known("model")}, ${Object.values(MEMBERS).join(", ")}, sipHash64(${FAMILY_SQL})), ${DECIDED_SQL}))`;

/** The reporter of a call's usage: an SDK, which adds up the calls below, a span with such a sum, or a request to a model. */
export const REPORTED_BY = { sdk: 0, sum: 1, request: 2 } as const;

/** The kinds of spans that are requests to a model, in lower case. */
export const REQUEST_KINDS: readonly string[] = [
  "llm",
  "embedding",
  "embeddings",
  "reranker",
  "chat_model",
  "generation",
];

const attribute = (name: string) =>
  `JSONExtractString(if(attributes_search = '', attributes, attributes_search), '${name}')`;

/** The id of a provider's answer as the attributes of a call have it; empty without one. */
export const SENT_RESPONSE_SQL = attribute("response_id");

/** Of the attributes, else of a provider's answer, which begins with it. */
const ANSWER_START = '{"id":"';
const OUTPUT_ID_SQL = `splitByChar('"', substring(output, ${ANSWER_START.length + 1}, 200))[1]`;
const RESPONSE_ID_SQL = `multiIf(${SENT_RESPONSE_SQL} != '', ${SENT_RESPONSE_SQL}, startsWith(output, '${ANSWER_START}'),
    ${OUTPUT_ID_SQL}, '')`;

const IS_REQUEST_SQL = `(lower(${attribute("kind")}) IN (${REQUEST_KINDS.map((kind) => `'${kind}'`).join(", ")})
    OR ${attribute("kind")} = '' AND ${SENT_RESPONSE_SQL} != '')`;

/** The instrumentation: its name is at the end of a span's dump. */
const SCOPE_START = '"scope":{"name":"';
const SOURCE_SQL = `splitByChar('"', splitByString('${SCOPE_START}', substring(otel_dump, greatest(1, length(otel_dump) - 500)))[-1])[1]`;

/** SQL of the hash of a model and the size of its answer. */
const answerSql = (family: string, completion: string, prompt: string): string =>
  `sipHash64(trace_id, ${family}, if(${completion} > 0, ${completion}, -${prompt}))`;

const REPORT_TYPE_SQL = "Tuple(by UInt8, source String, response UInt64, answer UInt64)";

/**
 * The column, which no insert names: who reports the call's usage, one of {@link REPORTED_BY}. Two requests of a trace by
 * different sources may be one if they have the same `response`, a hash of the id of the provider's answer (0 for none),
 * or the same `answer`, a hash of the model and the size of the answer.
 */
export const REPORT_COLUMN_SQL = `report ${REPORT_TYPE_SQL} MATERIALIZED arrayMap(first -> if(NOT ${IS_REQUEST_SQL},
    (toUInt8(${REPORTED_BY.sum}), '', toUInt64(0), toUInt64(0)),
    (toUInt8(${REPORTED_BY.request}), ${SOURCE_SQL}, if(${RESPONSE_ID_SQL} = '', toUInt64(0), sipHash64(trace_id, ${RESPONSE_ID_SQL})),
      ${answerSql("first.family", "first.completion", "first.prompt")})), arraySlice(model_tokens, 1, otel_dump != ''))[1]`;

/** SDKs name their traces otherwise than OpenTelemetry, whose names have this many digits. */
export const OTEL_TRACE_ID_LENGTH = 32;

const NO_RESPONSE = 1;

/**
 * The column, which no insert names: 0 in a trace of OpenTelemetry, in one of an SDK `report.response` of the output, or 1
 * where that has none. It names no other computed column: the engine would compute that once more for each insert.
 */
export const SDK_RESPONSE_COLUMN_SQL = `sdk_response UInt64 MATERIALIZED if(length(trace_id) = ${OTEL_TRACE_ID_LENGTH}, 0,
  if(startsWith(output, '${ANSWER_START}'), sipHash64(trace_id, ${OUTPUT_ID_SQL}), ${NO_RESPONSE}))`;

/** A call of an SDK, with usage of one model, of one request or of none that is counted: it may be a request of a span. */
export const IS_SDK_REQUEST_SQL = `(report.by = ${REPORTED_BY.sdk} AND sdk_response != 0 AND length(model_tokens.model) = 1 AND model_tokens.requests[1] <= 1)`;

/** What such a call says, as `report` does for a span. */
export const SDK_REQUEST_SQL = {
  response: `if(sdk_response = ${NO_RESPONSE}, 0, sdk_response)`,
  answer: answerSql("model_tokens.family[1]", "model_tokens.completion[1]", "model_tokens.prompt[1]"),
} as const;

/** A request of a span in a trace of an SDK. */
export const IS_SPAN_OF_SDK_SQL = `(report.by = ${REPORTED_BY.request} AND sdk_response != 0)`;

/** What the computed columns have where no call reports usage, in SQL: the engine then computes none of them. */
export const WITHOUT_USAGE_SQL = {
  report: `CAST((${REPORTED_BY.sdk}, '', 0, 0), '${REPORT_TYPE_SQL}')`,
  sdk_response: "toUInt64(0)",
} as const;

/** An entry of the column: tokens of one model at a call, with those of the calls below it where the client adds them up. */
export type StoredUsage = { readonly model: string } & { readonly [Member in keyof typeof MEMBERS]: number };
