import { randomUUID } from "node:crypto";
import { isJsonObject } from "@/lib/guard/json-object";
import { invalid, Refusal } from "./refusal";
import { type Members, membersOf, optionalMembers, pageOf, sorted, sortOf, textOf, textsOf } from "./request-shape";
import type { Stored, StoredCall, StoredVersion } from "./stored";

/** Rows that are returned as JSON lines. */
export class Lines {
  constructor(readonly rows: readonly unknown[]) {}
}

const CALL_START = [
  "project_id!",
  "op_name!",
  "started_at!",
  "attributes!",
  "inputs!",
  "id",
  "display_name",
  "trace_id",
  "parent_id",
  "thread_id",
  "turn_id",
  "otel_dump",
  "svc_user_id",
  "svc_run_id",
  "svc_run_step",
];

const CALLS_FILTER = [
  "op_names",
  "input_refs",
  "output_refs",
  "parent_ids",
  "trace_ids",
  "call_ids",
  "thread_ids",
  "turn_ids",
  "trace_roots_only",
  "svc_user_ids",
  "svc_run_ids",
];

const PRICE_FIELDS = [
  "id",
  "llm_id",
  "prompt_token_cost",
  "completion_token_cost",
  "prompt_token_cost_unit",
  "completion_token_cost_unit",
  "effective_date",
  "provider_id",
];

const textOrNull = (value: unknown): string | null => (typeof value === "string" ? value : null);

export function storeStarts(stored: Stored, body: unknown): unknown {
  const { batch } = membersOf(body, ["batch!"], ["body"]);
  if (!Array.isArray(batch)) throw invalid(["body", "batch"], "Input should be a valid list", "list_type");
  const calls = batch.map((item: unknown, index): StoredCall => {
    const at = ["body", "batch", String(index)];
    const { mode, req } = membersOf(item, ["mode!", "req!"], at);
    if (mode !== "start") throw invalid([...at, "mode"], "Input should be 'start'", "literal_error");
    const start = membersOf(membersOf(req, ["start!"], [...at, "req"]).start, CALL_START, [...at, "req", "start"]);
    const id = textOrNull(start.id) ?? randomUUID();
    return {
      id,
      trace_id: textOrNull(start.trace_id) ?? randomUUID(),
      parent_id: textOrNull(start.parent_id),
      thread_id: textOrNull(start.thread_id),
      turn_id: textOrNull(start.turn_id),
      op_name: textOf(start.op_name, [...at, "req", "start", "op_name"]),
      started_at: textOf(start.started_at, [...at, "req", "start", "started_at"]),
      ended_at: null,
      svc_user_id: "bare",
    };
  });
  stored.calls.push(...calls);
  return { res: calls.map(({ id, trace_id }) => ({ id, trace_id })) };
}

/** Counts the calls that the filter selects. Supports only the expressions of the interface: `$and` and `$literal`. */
export function countCalls(stored: Stored, body: unknown): unknown {
  const shape = ["project_id!", "filter", "query", "limit", "include_total_storage_size", "expand_columns"];
  const request = membersOf(body, shape, ["body"]);
  const filter = optionalMembers(request.filter, CALLS_FILTER, ["body", "filter"]);
  refuseOperators(request.query, ["body", "query"]);
  const picks: readonly [string, keyof StoredCall][] = [
    ["op_names", "op_name"],
    ["parent_ids", "parent_id"],
    ["trace_ids", "trace_id"],
    ["call_ids", "id"],
    ["thread_ids", "thread_id"],
    ["turn_ids", "turn_id"],
    ["svc_user_ids", "svc_user_id"],
  ];
  const matching = stored.calls.filter((call) => {
    if (filter.trace_roots_only === true && call.parent_id !== null) return false;
    return picks.every(([member, column]) => {
      const wanted = textsOf(filter[member], ["body", "filter", member]);
      const value = call[column];
      return wanted === null || wanted.length === 0 || (value !== null && wanted.includes(value));
    });
  });
  const count = pageOf(matching, { limit: request.limit }).length;
  return {
    count,
    total_storage_size_bytes: request.include_total_storage_size === true ? matching.length * 1000 : null,
  };
}

function refuseOperators(query: unknown, loc: readonly string[]): void {
  const { $expr } = optionalMembers(query, ["$expr!"], loc);
  const visit = (operand: unknown, at: readonly string[]): void => {
    if (!isJsonObject(operand)) return;
    for (const [operator, value] of Object.entries(operand)) {
      if (operator !== "$and" && operator !== "$literal") {
        throw invalid([...at, operator], `Operator ${operator} is not supported`, "value_error");
      }
      if (Array.isArray(value)) value.forEach((inner, index) => void visit(inner, [...at, operator, String(index)]));
    }
  };
  visit($expr, [...loc, "$expr"]);
}

function objectAnswer(stored: Stored, project: unknown, version: StoredVersion, request: Members): Members {
  const newest = stored.versions.filter(({ object_id }) => object_id === version.object_id).at(-1);
  return {
    project_id: project,
    ...version,
    val: request.metadata_only === true ? {} : version.val,
    is_latest: newest === version ? 1 : 0,
    leaf_object_class: version.base_object_class,
    deleted_at: null,
    svc_user_id: "bare",
    ...(request.include_storage_size === true ? { size_bytes: JSON.stringify(version.val).length } : {}),
  };
}

export function queryObjects(stored: Stored, body: unknown): unknown {
  const shape = ["project_id!", "filter", "limit", "offset", "sort_by", "metadata_only", "include_storage_size"];
  const request = membersOf(body, shape, ["body"]);
  const filter = optionalMembers(request.filter, ["latest_only", "object_ids"], ["body", "filter"]);
  const ids = textsOf(filter.object_ids, ["body", "filter", "object_ids"]);
  const objects = stored.versions
    .map((version) => objectAnswer(stored, request.project_id, version, request))
    .filter((object) => filter.latest_only !== true || object.is_latest === 1)
    .filter(({ object_id }) => ids === null || ids.length === 0 || ids.includes(String(object_id)));
  return { objs: pageOf(sorted(objects, sortOf(request.sort_by, "direction", ["body", "sort_by"])), request) };
}

export function readObject(stored: Stored, body: unknown): unknown {
  const request = membersOf(body, ["project_id!", "object_id!", "digest!", "metadata_only"], ["body"]);
  const found = stored.versions.find(
    ({ object_id, digest }) => object_id === request.object_id && digest === request.digest,
  );
  if (!found) throw new Refusal(404, { reason: `Obj ${request.object_id}:${request.digest} not found` });
  return { obj: objectAnswer(stored, request.project_id, found, request) };
}

export function queryTable(stored: Stored, body: unknown): readonly unknown[] {
  const request = membersOf(body, ["project_id!", "digest!", "filter", "limit", "offset", "sort_by"], ["body"]);
  const filter = optionalMembers(request.filter, ["row_digests"], ["body", "filter"]);
  const wanted = textsOf(filter.row_digests, ["body", "filter", "row_digests"]);
  const rows = (stored.tables.get(String(request.digest)) ?? [])
    .map((row, original_index) => ({ ...row, original_index }))
    .filter(({ digest }) => wanted === null || wanted.includes(digest));
  const steps = sortOf(request.sort_by, "order", ["body", "sort_by"]);
  return pageOf(
    sorted(
      rows,
      steps.map((step) => ({ ...step, field: `val.${step.field}` })),
    ),
    request,
  );
}

/** Quantile with linear interpolation between neighbors; null for an empty list. */
function quantile(values: readonly number[], q: number): number | null {
  const ascending = [...values].sort((left, right) => left - right);
  const position = q * (ascending.length - 1);
  const below = ascending[Math.floor(position)];
  const above = ascending[Math.ceil(position)];
  return below === undefined || above === undefined ? null : below + (above - below) * (position % 1);
}

export function queryThreads(stored: Stored, body: unknown): Lines {
  const request = membersOf(body, ["project_id!", "filter", "limit", "offset", "sort_by"], ["body"]);
  const filter = optionalMembers(
    request.filter,
    ["after_datetime", "before_datetime", "thread_ids"],
    ["body", "filter"],
  );
  const ids = textsOf(filter.thread_ids, ["body", "filter", "thread_ids"]);
  const after = typeof filter.after_datetime === "string" ? Date.parse(filter.after_datetime) : -Infinity;
  const before = typeof filter.before_datetime === "string" ? Date.parse(filter.before_datetime) : Infinity;
  const turns = stored.calls.filter((call) => {
    const startedMs = Date.parse(call.started_at);
    return call.id === call.turn_id && startedMs > after && startedMs < before;
  });
  const threadIds = [...new Set(turns.flatMap(({ thread_id }) => thread_id ?? []))];
  const threads = threadIds
    .filter((id) => ids === null || ids.length === 0 || ids.includes(id))
    .map((id) =>
      threadOf(
        id,
        turns.filter(({ thread_id }) => thread_id === id),
      ),
    );
  const steps = sortOf(request.sort_by, "direction", ["body", "sort_by"]);
  const order = steps.length > 0 ? steps : [{ field: "last_updated", isDescending: true }];
  return new Lines(pageOf(sorted(threads, order), request));
}

function threadOf(thread_id: string, turns: readonly StoredCall[]) {
  const byStart = sorted(turns, [{ field: "started_at", isDescending: false }]);
  const durations = turns.flatMap((turn) =>
    turn.ended_at === null ? [] : [Date.parse(turn.ended_at) - Date.parse(turn.started_at)],
  );
  const ends = turns.map((turn) => turn.ended_at ?? turn.started_at).sort();
  return {
    thread_id,
    turn_count: turns.length,
    start_time: byStart[0]?.started_at,
    last_updated: ends.at(-1),
    first_turn_id: byStart[0]?.id,
    last_turn_id: byStart.at(-1)?.id,
    p50_turn_duration_ms: quantile(durations, 0.5),
    p99_turn_duration_ms: quantile(durations, 0.99),
  };
}

export function queryPrices(stored: Stored, body: unknown): unknown {
  const request = membersOf(body, ["project_id!", "fields", "query", "sort_by", "limit", "offset"], ["body"]);
  refuseOperators(request.query, ["body", "query"]);
  const fields = textsOf(request.fields, ["body", "fields"]) ?? PRICE_FIELDS;
  const unknown = fields.find((field) => !PRICE_FIELDS.includes(field));
  if (unknown !== undefined) throw new Refusal(400, { reason: `Unknown field: ${unknown}` });
  const rows = pageOf(sorted(stored.prices, sortOf(request.sort_by, "direction", ["body", "sort_by"])), request);
  const results = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, fields.includes(name) ? value : null])),
  );
  return { results };
}

/** Returns the last message reversed: the content does not matter, only that the message arrived. */
export function complete(body: unknown, answerTo: (text: string) => string): unknown {
  const request = membersOf(body, ["project_id!", "inputs!", "svc_user_id", "track_llm_call"], ["body"]);
  const inputs = isJsonObject(request.inputs) ? request.inputs : {};
  const model = textOf(inputs.model, ["body", "inputs", "model"]);
  const last: unknown = Array.isArray(inputs.messages) ? inputs.messages.at(-1) : undefined;
  const text = isJsonObject(last) && typeof last.content === "string" ? last.content : "";
  const message = { role: "assistant", content: answerTo(text) };
  const usage = { prompt_tokens: text.length, completion_tokens: text.length, total_tokens: 2 * text.length };
  const choices = [{ index: 0, finish_reason: "stop", message }];
  return { response: { id: randomUUID(), object: "chat.completion", model, choices, usage }, svc_call_id: null };
}
