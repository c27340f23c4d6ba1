import type { Previews } from "@/components/calls/previews/use-block-previews";
import type { Call } from "@/lib/api/contract/calls/calls";
import { type CompletionSource, sourceOf } from "@/lib/api/contract/completions/completion-source";
import { callDurationMs, callKind, callName, callStatus, endsBeforeStart, opLabel } from "@/lib/calls/call-facts";
import type { Kind } from "@/lib/calls/call-kind";
import { foundPreview } from "@/lib/calls/found-preview";
import type { PathValue } from "@/lib/calls/path-columns";
import type { CallPreviewTexts, FoundExcerpts } from "@/lib/calls/read-previews";
import type { Preview } from "@/lib/calls/value-preview";
import type { Status } from "@/lib/format/status";
import { parseTime } from "@/lib/format/time";
import { type LoadedScores, type RowScores, rowScores } from "@/lib/score/row-scores";
import type { RowTone } from "@/lib/table/row-tone";
import { type RowTokens, rowTokens } from "./prepare-row-tokens";
import type { PathValues } from "./use-previews";
import type { TraceTotals } from "./use-trace-totals";

/** The data of one call in the list. */
export interface CallListRow extends RowTokens {
  readonly id: string;
  /** As the list read it, for fields without a member here. */
  readonly call: Call;
  readonly status: Status;
  readonly kind: Kind;
  readonly name: string;
  /** The tool that the call runs; null for a call that runs none, and while it is loading. */
  readonly tool: string | null;
  /** The page that sent the call, shown beside its name; null for calls of clients. */
  readonly source: CompletionSource | null;
  /** Beside its name: the source, what is wrong with its parent or its times, or that another call counts in its place. */
  readonly mark: string | null;
  readonly opName: string;
  /** Null while it is loading; `{preview: null}` when there is none. */
  readonly payload: { readonly input: Preview | null; readonly output: Preview | null } | null;
  /** By path; null while they are loading, "failed" when they could not be loaded. */
  readonly values: ReadonlyMap<string, PathValue> | "failed" | null;
  readonly scores: RowScores;
  readonly exception: string | null;
  readonly durationMs: number | null;
  readonly durationDomain: readonly [number, number];
  readonly isSlow: boolean;
  readonly threadId: string | null;
  readonly traceId: string;
  /** The key that logged the call. */
  readonly userId: string | null;
  /** The person whom the sender names; null also while it is loading. */
  readonly endUser: string | null;
  readonly runId: string | null;
  readonly isRoot: boolean;
  readonly startedMs: number | null;
  readonly nowMs: number;
}

/** Duration statistics of all loaded calls: the ends of the scale, and the slowest hundredth by op. */
export interface DurationThresholds {
  readonly domain: readonly [number, number];
  readonly slowFromMs: ReadonlyMap<string, number>;
}

/** With fewer calls of an op than this, the slowest hundredth is meaningless. */
const MIN_CALLS_FOR_P99 = 100;

/** A log scale needs a start above zero. */
const MIN_DURATION_MS = 1;

/** Returns the scale of the duration column over the loaded calls that have ended. */
export function durationThresholds(calls: readonly Call[]): DurationThresholds {
  const byOp = new Map<string, number[]>();
  let shortest = Number.POSITIVE_INFINITY;
  let longest = 0;
  for (const call of calls) {
    const durationMs = call.ended_at && !endsBeforeStart(call) ? callDurationMs(call, 0) : null;
    if (durationMs === null) continue;
    shortest = Math.min(shortest, durationMs);
    longest = Math.max(longest, durationMs);
    const durations = byOp.get(call.op_name);
    if (durations) durations.push(durationMs);
    else byOp.set(call.op_name, [durationMs]);
  }
  const slowFromMs = new Map<string, number>();
  for (const [opName, durations] of byOp) {
    if (durations.length < MIN_CALLS_FOR_P99) continue;
    const sorted = durations.sort((left, right) => left - right);
    const p99 = sorted[Math.floor(0.99 * (sorted.length - 1))];
    if (p99 !== undefined) slowFromMs.set(opName, p99);
  }
  return {
    domain: [Math.max(MIN_DURATION_MS, Math.min(shortest, longest)), Math.max(10 * MIN_DURATION_MS, longest)],
    slowFromMs,
  };
}

/** Data besides the calls themselves. */
export interface RowContext {
  readonly previews: Previews;
  readonly values: PathValues;
  readonly totals: TraceTotals;
  readonly scores: LoadedScores;
  readonly scale: DurationThresholds;
  /** The searched text, and what is around it in calls; without a search there is none. */
  readonly found?: { readonly words: string; readonly excerpts: ReadonlyMap<string, FoundExcerpts> };
  /** The ids of requests whose tokens count at another call, which reports them too. */
  readonly uncounted?: ReadonlySet<string>;
  /** True where the list has only roots: of a call with a parent, the parent was not received. */
  readonly areRootsOnly?: boolean;
  readonly nowMs: number;
}

function problemOf(call: Call, { areRootsOnly, uncounted }: RowContext): string | null {
  if (areRootsOnly === true && call.parent_id) return "parent not received";
  if (endsBeforeStart(call)) return "ends before it starts";
  return uncounted?.has(call.id) ? "reported twice" : null;
}

function payloadOf(id: string, { input, output }: CallPreviewTexts, { found }: RowContext) {
  if (found === undefined) return { input, output };
  const excerpts = found.excerpts.get(id);
  return {
    input: foundPreview(input, excerpts?.input ?? null, found.words),
    output: foundPreview(output, excerpts?.output ?? null, found.words),
  };
}

/** Returns one row of the list from a call and its additional data. */
export function callListRow(call: Call, context: RowContext): CallListRow {
  const { previews, values, totals, scores, scale, nowMs } = context;
  const preview = previews.get(call.id);
  const durationMs = callDurationMs(call, nowMs);
  const kind = preview?.kind ?? callKind(call);
  const source = sourceOf(call.op_name);
  const slowFromMs = scale.slowFromMs.get(call.op_name);
  return {
    id: call.id,
    call,
    status: callStatus(call),
    kind,
    name: call.display_name || preview?.tool || (source === null ? callName(call) : "completion"),
    tool: preview && kind === "tool" ? (preview.tool ?? opLabel(call.op_name)) : null,
    source,
    mark: source ?? problemOf(call, context),
    opName: call.op_name,
    payload: preview ? payloadOf(call.id, preview, context) : null,
    values: values.byCall.get(call.id) ?? (values.hasFailed ? "failed" : null),
    scores: rowScores(scores, call.id),
    exception: call.exception || null,
    durationMs,
    durationDomain: scale.domain,
    isSlow: durationMs !== null && slowFromMs !== undefined && durationMs > slowFromMs,
    ...rowTokens(call, totals.get(call.trace_id)),
    threadId: call.thread_id ?? null,
    traceId: call.trace_id,
    userId: call.svc_user_id ?? null,
    endUser: preview?.endUser ?? null,
    runId: call.svc_run_id ?? null,
    isRoot: !call.parent_id,
    startedMs: parseTime(call.started_at),
    nowMs,
  };
}

/** Returns the selvedge of a row. */
export function callRowTone(row: Pick<CallListRow, "status">): RowTone {
  if (row.status === "error") return "error";
  return row.status === "running" ? "running" : null;
}
