import type { CallCondition } from "@/service/traces/store/calls/call-filter";
import { callsWhereClause } from "@/service/traces/store/calls/call-keys";
import type { Query } from "@/service/traces/store/engine/store";
import type { Micros } from "@/service/traces/store/figures/figures-query";
import type { AuditedCall } from "./audited-call";

/** A trace whose calls start within this time is complete once a later call is read. */
const SHORT_TRACE_MICROS = 600_000_000;

/** Longer traces are known by name, this many at most. */
const MAX_LONG_TRACES = 100_000;

/** The start of the last call of each longer trace. */
export interface LongTrace {
  readonly traceId: string;
  readonly last: Micros;
}

/** Returns SQL of the traces that take longer than others. Yields `LongTrace`s, one more than are known at most. */
export function longTracesQuery(projectId: string, conditions: readonly CallCondition[]): Query {
  const where = callsWhereClause(projectId, conditions);
  const start = "toUnixTimestamp64Micro(call_rows.started_at)";
  return {
    sql: `SELECT trace_id AS traceId, max(${start}) AS last FROM call_rows WHERE ${where.sql}
GROUP BY trace_id HAVING last - min(${start}) >= ${SHORT_TRACE_MICROS} LIMIT ${MAX_LONG_TRACES + 1}`,
    params: where.params,
    settings: { max_bytes_before_external_group_by: 1_000_000_000 },
  };
}

interface OpenTrace {
  readonly calls: AuditedCall[];
  /** No call of it starts later. */
  readonly last: Micros;
}

/** Joins calls, which come in the order of their starts, to traces, and holds no more of them than it must. */
export class OpenTraces {
  readonly #long: ReadonlyMap<string, Micros>;
  /** In the order in which they end. */
  readonly #shortOpen = new Map<string, OpenTrace>();
  readonly #longOpen = new Map<string, OpenTrace>();
  #held = 0;

  constructor(long: readonly LongTrace[]) {
    this.#long = new Map(long.map(({ traceId, last }) => [traceId, last]));
  }

  /** True where there are more long traces than are known: then it cannot tell when a trace is complete. */
  get isOverfull(): boolean {
    return this.#long.size > MAX_LONG_TRACES;
  }

  /** The number of calls that wait for others of their trace. */
  get held(): number {
    return this.#held;
  }

  add(call: AuditedCall): void {
    const last = this.#long.get(call.traceId);
    const open = last === undefined ? this.#shortOpen : this.#longOpen;
    const trace = open.get(call.traceId) ?? { calls: [], last: last ?? call.start + SHORT_TRACE_MICROS };
    open.set(call.traceId, trace);
    trace.calls.push(call);
    this.#held += 1;
  }

  /** Yields the traces of which no call starts at this time or later; all without a time. */
  *complete(now: Micros = Number.POSITIVE_INFINITY): Generator<readonly AuditedCall[], void, void> {
    for (const [traceId, trace] of this.#shortOpen) {
      if (trace.last >= now) break;
      yield this.#close(this.#shortOpen, traceId, trace);
    }
    for (const [traceId, trace] of this.#longOpen) {
      if (trace.last < now) yield this.#close(this.#longOpen, traceId, trace);
    }
  }

  #close(open: Map<string, OpenTrace>, traceId: string, { calls }: OpenTrace): readonly AuditedCall[] {
    open.delete(traceId);
    this.#held -= calls.length;
    return calls;
  }
}
