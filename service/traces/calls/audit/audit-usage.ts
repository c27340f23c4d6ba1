import type { CostAuditLine } from "@/lib/api/contract/costs/cost-audit";
import { type FiguresSpan, spanOf } from "@/service/traces/calls/figures-range";
import type { HandlerContext } from "@/service/traces/handlers/handler";
import type { Store } from "@/service/traces/store/engine/store";
import { engineTimeOf, microsOf, toWireTime } from "@/service/traces/store/engine/timestamps";
import { type FiguresRange, type Micros, rangeCondition } from "@/service/traces/store/figures/figures-query";
import { withCallsBelow } from "@/service/traces/store/figures/usage-ancestors";
import { type ProjectPrices, readProjectPrices } from "@/service/traces/store/prices/prices";
import { AuditReport } from "./audit-report";
import { AuditSums, compareSums } from "./audit-sums";
import { auditedEntries } from "./audit-trace";
import { type AuditedCall, type AuditedRow, auditedCall, auditedCallsQuery } from "./audited-call";
import { type AuditedFigures, readAuditedFigures } from "./audited-figures";
import { leftOutLines } from "./left-out-lines";
import { type LongTrace, longTracesQuery, OpenTraces } from "./open-traces";
import { storedDifferences } from "./stored-differences";

type Reader = Pick<HandlerContext, "calls" | "store" | "signal" | "rollups">;

interface AuditRequest {
  readonly project_id: string;
  readonly after?: string | number | null | undefined;
  readonly before?: string | number | null | undefined;
  /** The most lines of each kind. */
  readonly limit: number;
}

const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;
/** Half of what figures can have. */
const MAX_AUDITED_BUCKETS = 750;

/** Calls that wait for others of their trace: some hundreds of MB. */
const MAX_HELD_CALLS = 500_000;

const PROGRESS_EVERY_CALLS = 5_000;

/**
 * Recomputes the tokens and costs of a range call by call, from what was sent and the prices, and yields where they differ
 * from those that are stored and shown, what is left out and why, and at the end a summary. It reads the calls once, in the
 * order of their starts, and keeps those of traces that are not complete.
 */
export async function* auditUsage(context: Reader, request: AuditRequest): AsyncGenerator<CostAuditLine, void, void> {
  const { store, signal } = context;
  const projectId = request.project_id;
  const span = await auditedSpan(context, request);
  const prices = await readProjectPrices(store, projectId, { signal });
  const selection = { context, projectId, conditions: [], keyParams: {}, prices };
  const before = await readAuditedFigures(selection, span.range);
  yield { kind: "progress", checked_calls: 0, call_count: before.callCount };
  const audit = new Audit(span.range, prices, new AuditReport(request.limit));
  const conditions = [withCallsBelow(rangeCondition(span.range))];
  let after: AuditedFigures | null = null;
  let traces: OpenTraces | null = null;
  for await (const block of store.stream({ ...auditedCallsQuery(projectId, conditions), signal })) {
    signal.throwIfAborted();
    // What is read now has at least the calls of the stream, so that no trace of it is taken for complete.
    after ??= await readAuditedFigures(selection, span.range);
    traces ??= await openTraces(store, { ...longTracesQuery(projectId, conditions), signal });
    const calls = block.rows<AuditedRow>().map(auditedCall);
    for (const call of calls) traces.add(call);
    for (const trace of traces.complete(calls.at(-1)?.start)) yield* audit.add(trace);
    if (traces.isOverfull || traces.held > MAX_HELD_CALLS) {
      yield audit.summary(span, before, after, "Too many traces overlap in this range. Choose a shorter one.");
      return;
    }
    if (audit.hasProgress())
      yield { kind: "progress", checked_calls: audit.checkedCalls, call_count: before.callCount };
  }
  for (const trace of traces?.complete() ?? []) yield* audit.add(trace);
  after ??= await readAuditedFigures(selection, span.range);
  yield* audit.compare(before, after);
  yield audit.summary(span, before, after, null);
}

async function openTraces(store: Store, query: ReturnType<typeof longTracesQuery>): Promise<OpenTraces> {
  return new OpenTraces(await store.read<LongTrace>(query));
}

/** In hours, as rollups are kept, and longer ranges in days or weeks. */
async function auditedSpan(context: Reader, { project_id, after, before }: AuditRequest): Promise<FiguresSpan> {
  const asked = { project_id, after, before };
  const whole = await spanOf(context, asked, []);
  if (whole.after === null || whole.before === null) return whole;
  const seconds = (Date.parse(whole.before) - Date.parse(whole.after)) / 1000;
  const width = [HOUR_S, DAY_S, 7 * DAY_S].find((each) => seconds / each <= MAX_AUDITED_BUCKETS);
  return await spanOf(context, { ...asked, bucket_seconds: width ?? whole.width }, []);
}

/** The state of one audit. */
class Audit {
  readonly #range: FiguresRange;
  readonly #prices: ProjectPrices;
  readonly #report: AuditReport;
  readonly #sums = new AuditSums();
  #checked = 0;
  #reported = 0;
  #usageCalls = 0;
  #countedCalls = 0;
  #changed = 0;

  constructor(range: FiguresRange, prices: ProjectPrices, report: AuditReport) {
    this.#range = range;
    this.#prices = prices;
    this.#report = report;
  }

  get checkedCalls(): number {
    return this.#checked;
  }

  /** True after some thousands of calls since it was true. */
  hasProgress(): boolean {
    if (this.#checked - this.#reported < PROGRESS_EVERY_CALLS) return false;
    this.#reported = this.#checked;
    return true;
  }

  /** Adds a complete trace. */
  *add(trace: readonly AuditedCall[]): Generator<CostAuditLine, void, void> {
    const end = this.#range.before === null ? null : Number(microsOf(this.#range.before));
    // Calls after the range only take tokens from those in it.
    const isInRange = ({ start }: AuditedCall) => end === null || start < end;
    const entries = auditedEntries(trace, this.#prices);
    for (const call of trace) {
      if (!isInRange(call)) continue;
      this.#checked += 1;
      if (call.usage.length + call.stored.length === 0) continue;
      yield* this.#report.differences(storedDifferences(call));
      const ofCall = entries.get(call) ?? [];
      const bucket = bucketOf(call.start, this.#range.buckets);
      for (const { tokens, costUsd, leftOut } of ofCall) {
        if (leftOut === null) this.#sums.add({ model: tokens.model, bucket }, tokens, costUsd);
      }
      this.#usageCalls += Number(ofCall.length > 0);
      this.#countedCalls += Number(ofCall.length > 0 && ofCall.every(({ leftOut }) => leftOut === null));
      yield* this.#report.leftOut(leftOutLines(call, ofCall));
    }
  }

  /** Compares the sums of all calls with those that are shown. */
  *compare(before: AuditedFigures, after: AuditedFigures): Generator<CostAuditLine, void, void> {
    const compared = (["figures", "rollups"] as const).flatMap((place) => {
      const [first, last] = [before[place], after[place]];
      return first === null || last === null ? [] : [{ place, ...compareSums(this.#sums, first, last) }];
    });
    for (const { place, differences, changed } of compared) {
      this.#changed += changed;
      yield* this.#report.differences(
        differences.map(({ model, bucket, ...values }) => ({
          ...{ kind: "difference", place, model: model || null, bucket: toWireTime(engineTimeOf(bucket)) },
          ...values,
        })),
      );
    }
  }

  summary(
    { after, before, width }: FiguresSpan,
    first: AuditedFigures,
    shown: AuditedFigures,
    incomplete: string | null,
  ): CostAuditLine {
    return {
      kind: "summary",
      ...{ after, before, bucket_seconds: width },
      checked_calls: this.#checked,
      usage_call_count: this.#usageCalls,
      counted_call_count: this.#countedCalls,
      recomputed: this.#sums.totals(),
      shown: shown.figures.totals(),
      shown_from: shown.from,
      are_rollups_checked:
        incomplete === null && (shown.from === "rollups" || (first.rollups !== null && shown.rollups !== null)),
      changed_bucket_count: this.#changed,
      ...this.#report.counts,
      incomplete_reason: incomplete,
    };
  }
}

/** Returns the last bucket that begins at this time or earlier. */
function bucketOf(start: Micros, buckets: readonly Micros[]): Micros {
  let [low, high] = [0, buckets.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((buckets[middle] ?? 0) <= start) low = middle;
    else high = middle - 1;
  }
  return buckets[low] ?? 0;
}
