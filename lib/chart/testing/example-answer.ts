import type { CallFigures, CallGroupValue, CallsFiguresResult } from "@/lib/api/contract/calls/call-stats";

/** The figures of no calls, with the changes of a test. */
export function figuresOf(members: Partial<CallFigures> = {}): CallFigures {
  return {
    call_count: 0,
    root_count: 0,
    error_count: 0,
    descendant_error_count: 0,
    running_count: 0,
    latency_ms: null,
    usage: {
      requests: 0,
      prompt_tokens: 0,
      completion_tokens: 0,
      total_tokens: 0,
      cache_read_input_tokens: 0,
      cache_creation_input_tokens: 0,
    },
    cost_usd: null,
    prompt_cost_usd: null,
    completion_cost_usd: null,
    unpriced_tokens: 0,
    storage_bytes: { inputs: 0, output: 0, attributes: 0, summary: 0, total: 0 },
    ...members,
  };
}

export const latencyOf = (p50: number, p90: number, p99: number) => ({ p50, p90, p99, mean: p50, max: p99 });

export const HOUR_MS = 3_600_000;
export const START_MS = Date.parse("2026-11-20T10:00:00Z");

/** The start of an hour of the example, as services write it. */
export const startOf = (hour: number) => new Date(START_MS + hour * HOUR_MS).toISOString();

type Counts = readonly (readonly [calls: number, errors: number])[];

/** One value of a group, with its calls and errors in each hour. */
export function groupValueOf(value: string | null, counts: Counts, members: Partial<CallFigures> = {}): CallGroupValue {
  return { ...figuresOf(members), value, buckets: bucketsOf(counts) };
}

/** Only hours with calls, as the service returns them. */
export function bucketsOf(counts: Counts) {
  return counts.flatMap(([calls, errors], hour) =>
    calls === 0
      ? []
      : [{ start: startOf(hour), call_count: calls, error_count: errors, total_tokens: 0, cost_usd: null }],
  );
}

/** A response over three hours. */
export function answerOf(members: Partial<CallsFiguresResult> = {}): CallsFiguresResult {
  return {
    after: startOf(0),
    before: startOf(3),
    bucket_seconds: 3600,
    totals: figuresOf(),
    buckets: [0, 1, 2].map((hour) => ({ start: startOf(hour), ...figuresOf() })),
    previous: null,
    previous_buckets: null,
    groups: [],
    ...members,
  };
}
