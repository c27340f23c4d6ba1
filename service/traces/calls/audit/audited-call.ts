import { isJsonObject } from "@/lib/guard/json-object";
import type { UsageReport } from "@/lib/usage/counted-usage";
import { familyOf, modelNameOf, tokensOf, type UsageTokens } from "@/lib/usage/usage-tokens";
import type { CallCondition } from "@/service/traces/store/calls/call-filter";
import { callsWhereClause } from "@/service/traces/store/calls/call-keys";
import type { Query } from "@/service/traces/store/engine/store";
import { type EngineTime, microsOf } from "@/service/traces/store/engine/timestamps";
import type { Micros } from "@/service/traces/store/figures/figures-query";
import { OTEL_TRACE_ID_LENGTH, REQUEST_KINDS, type StoredUsage } from "@/service/traces/store/schema/stored-usage";

/** Tokens of one model. */
export interface ModelTokens extends UsageTokens {
  /** Empty where it is not known. */
  readonly model: string;
}

/** A call as the audit reads it: from what was sent, and beside it what is stored. */
export interface AuditedCall {
  readonly id: string;
  readonly traceId: string;
  /** Empty for a root. */
  readonly parentId: string;
  readonly startedAt: EngineTime;
  readonly start: Micros;
  readonly end: Micros;
  /** Empty for a call that reports no tokens. */
  readonly usage: readonly ModelTokens[];
  /** Null for a call of an SDK that is not one request. */
  readonly report: UsageReport | null;
  readonly costAsSentUsd: number | null;
  readonly stored: readonly StoredUsage[];
  /** One of `REPORTED_BY`. */
  readonly storedBy: number;
}

export interface AuditedRow {
  readonly id: string;
  readonly traceId: string;
  readonly parentId: string;
  readonly startedAt: EngineTime;
  readonly endedAt: EngineTime | null;
  readonly summaryText: string;
  readonly attributesText: string;
  readonly outputStart: string;
  readonly isSpan: 0 | 1;
  readonly dumpEnd: string;
  readonly stored: readonly StoredUsage[];
  readonly storedBy: number;
}

/** Of a longer payload only the members that are read leave the engine. */
const MAX_PAYLOAD = 64 * 1024;

const ANSWER_START = '{"id":"';
const SCOPE_START = '"scope":{"name":"';
const DUMP_END = 500;

function payloadSql(column: "summary" | "attributes", members: readonly string[]): string {
  const search = `if(${column}_search = '', ${column}, ${column}_search)`;
  const raw = members.map((name) => {
    const value = `JSONExtractRaw(${search}, '${name}')`;
    return `'"${name}":', if(${value} = '', 'null', ${value})`;
  });
  return `if(length(${column}) <= ${MAX_PAYLOAD}, ${column}, concat('{', ${raw.join(", ',', ")}, '}'))`;
}

/** Only calls whose summary may have usage are read further. */
const MAY_HAVE_USAGE_SQL = "(summary_search != '' OR position(summary, 'usage') > 0)";

const whereUsed = (sql: string) => `if(${MAY_HAVE_USAGE_SQL}, ${sql}, '')`;

/** Returns SQL of the selected calls in the order of their starts. Yields `AuditedRow`s. */
export function auditedCallsQuery(projectId: string, conditions: readonly CallCondition[]): Query {
  const where = callsWhereClause(projectId, conditions);
  return {
    sql: `SELECT call_rows.id AS id, trace_id AS traceId, parent_id AS parentId,
  toString(call_rows.started_at) AS startedAt, toString(call_rows.ended_at) AS endedAt,
  ${whereUsed(payloadSql("summary", ["usage"]))} AS summaryText,
  ${whereUsed(payloadSql("attributes", ["kind", "response_id", "cost_as_sent_usd"]))} AS attributesText,
  ${whereUsed("substring(output, 1, 220)")} AS outputStart, otel_dump != '' AS isSpan,
  ${whereUsed(`substring(otel_dump, greatest(1, length(otel_dump) - ${DUMP_END}))`)} AS dumpEnd,
  model_tokens AS stored, report.by AS storedBy
FROM call_rows WHERE ${where.sql}
ORDER BY call_rows.started_at, call_rows.id`,
    params: where.params,
  };
}

/** Returns what a row says, read from the payload as it was sent. */
export function auditedCall(row: AuditedRow): AuditedCall {
  const start = Number(microsOf(row.startedAt));
  const attributes = membersOf(row.attributesText);
  const usage = sentUsage(row.summaryText);
  const { costAsSentUsd, report } =
    usage.length === 0
      ? { costAsSentUsd: null, report: null }
      : { costAsSentUsd: numberOf(attributes.cost_as_sent_usd), report: sentReport(row, attributes, usage) };
  const { id, traceId, parentId, startedAt, endedAt, stored, storedBy } = row;
  const end = endedAt === null ? start : Math.max(start, Number(microsOf(endedAt)));
  return { id, traceId, parentId, startedAt, start, end, usage, report, costAsSentUsd, stored, storedBy };
}

/** Payloads are JSON objects; one that is none says nothing. */
function membersOf(text: string): Readonly<Record<string, unknown>> {
  if (text === "") return {};
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

const numberOf = (value: unknown): number | null =>
  typeof value === "number" && Number.isFinite(value) ? value : null;

function sentUsage(summaryText: string): ModelTokens[] {
  const { usage } = membersOf(summaryText);
  if (!isJsonObject(usage)) return [];
  const entries = Object.entries(usage).map(([model, entry]) => ({
    model: modelNameOf(model),
    ...tokensOf(isJsonObject(entry) ? entry : {}),
  }));
  return entries.filter(
    ({ prompt, completion, total, cacheRead, cacheCreation }) =>
      prompt + completion + total + cacheRead + cacheCreation > 0,
  );
}

/** As docs/adr/0068-every-token-once.md says. */
function sentReport(
  { isSpan, traceId, dumpEnd, outputStart }: AuditedRow,
  attributes: Readonly<Record<string, unknown>>,
  [first, ...others]: readonly ModelTokens[],
): UsageReport | null {
  if (first === undefined) return null;
  const ofOutput = outputStart.startsWith(ANSWER_START)
    ? (outputStart.slice(ANSWER_START.length).split('"')[0] ?? "")
    : "";
  const answer = `${familyOf(first.model)} ${first.completion > 0 ? first.completion : -first.prompt}`;
  if (isSpan === 0) {
    const mayBeRequest = traceId.length !== OTEL_TRACE_ID_LENGTH && others.length === 0 && first.requests <= 1;
    return mayBeRequest ? { isSdk: true, isRequest: false, source: "", response: ofOutput, answer } : null;
  }
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  const [kind, responseId] = [text(attributes.kind).toLowerCase(), text(attributes.response_id)];
  const isRequest = REQUEST_KINDS.includes(kind) || (kind === "" && responseId !== "");
  if (!isRequest) return { isRequest, source: "", response: "", answer: "" };
  const scope = dumpEnd.lastIndexOf(SCOPE_START);
  return {
    isRequest,
    source: (scope < 0 ? dumpEnd : dumpEnd.slice(scope + SCOPE_START.length)).split('"')[0] ?? "",
    response: responseId || ofOutput,
    answer,
  };
}
