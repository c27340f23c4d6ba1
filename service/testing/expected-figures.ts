import type { CallFigures } from "@/lib/api/contract/calls/call-stats";

export const HOUR_MS = 3_600_000;
export const BEGINNING_MS = Date.parse("2026-11-20T10:00:00Z");
/** A model with a price of its own that changes, one with the provider's in two lengths, and one without. */
export const MODELS = ["mine", "gemini-2.5-pro", "unknown"] as const;
export const PRICE_CHANGE_MS = BEGINNING_MS + HOUR_MS;
export const OPS = ["a", "b", "weave:///e/p/op/a:1"] as const;

interface Usage {
  readonly requests: number;
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly cache_read_input_tokens: number;
}

export interface Call {
  readonly id: string;
  readonly startMs: number;
  /** Null while it is running. */
  readonly durationMs: number | null;
  readonly parent: string | null;
  readonly op: (typeof OPS)[number];
  readonly thread: string | null;
  readonly hasFailed: boolean;
  readonly hasFailedBelow: boolean;
  readonly usage: Partial<Record<(typeof MODELS)[number], Usage>>;
  readonly isDeleted: boolean;
  /** Ends in a later request than it starts. */
  readonly isLate: boolean;
}

/** A selection as it is asked for, and as it is decided for one call. */
export interface Selection {
  readonly request: object;
  readonly isSelected: (call: Call) => boolean;
}

/** The ids of the calls above a call, whether selected or not. */
function above(call: Call, stored: ReadonlyMap<string, Call>): string[] {
  const ids: string[] = [];
  for (let at: string | null = call.parent; at !== null; at = stored.get(at)?.parent ?? null) ids.push(at);
  return ids;
}

export interface Counted {
  readonly call: Call;
  readonly usage: Call["usage"];
}

/** The selected calls of a range with the usage that counts at them. */
export function countedCalls(
  calls: readonly Call[],
  { isSelected }: Selection,
  fromMs: number,
  toMs: number,
): Counted[] {
  const sent = new Map(calls.map((call) => [call.id, call]));
  // A call is deleted with all calls below it.
  const isKept = (call: Call) => !call.isDeleted && !above(call, sent).some((id) => sent.get(id)?.isDeleted);
  const kept = calls.filter(isKept);
  const reached = kept.filter(({ startMs }) => startMs >= fromMs && startMs < toMs + HOUR_MS);
  const stored = new Map(reached.map((call) => [call.id, call]));
  const taken = new Set(
    reached
      .filter(isSelected)
      .flatMap((call) =>
        call.durationMs === null
          ? []
          : Object.entries(call.usage).flatMap(
              ([model, { prompt_tokens, completion_tokens, cache_read_input_tokens }]) =>
                prompt_tokens + completion_tokens + cache_read_input_tokens > 0
                  ? above(call, stored).map((id) => `${id} ${model}`)
                  : [],
            ),
      ),
  );
  return reached
    .filter((call) => isSelected(call) && call.startMs < toMs)
    .map((call) => ({
      call,
      usage: Object.fromEntries(
        Object.entries(call.durationMs === null ? {} : call.usage).filter(
          ([model, { prompt_tokens, completion_tokens, cache_read_input_tokens }]) =>
            prompt_tokens + completion_tokens + cache_read_input_tokens > 0 && !taken.has(`${call.id} ${model}`),
        ),
      ),
    }));
}

/** Per token, as in the price list of the provider and as set below; null for no price. */
function pricesOf(model: string, startMs: number, { prompt_tokens, requests }: Usage) {
  if (model === "mine")
    return startMs < PRICE_CHANGE_MS ? { prompt: 1, cached: 1, out: 10 } : { prompt: 2, cached: 2, out: 20 };
  if (model !== "gemini-2.5-pro") return null;
  const isLong = prompt_tokens / Math.max(requests, 1) > 200_000;
  return isLong ? { prompt: 2.5e-6, cached: 0.25e-6, out: 15e-6 } : { prompt: 1.25e-6, cached: 0.125e-6, out: 10e-6 };
}

function quantile(sorted: readonly number[], level: number): number {
  const place = level * (sorted.length - 1);
  const [low = 0, high = 0] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return low + (high - low) * (place - Math.floor(place));
}

/** The figures of a set of calls, computed one by one. */
export function figuresOf(counted: readonly Counted[]) {
  const calls = counted.map(({ call }) => call);
  const latencies = calls.flatMap(({ durationMs }) => durationMs ?? []).sort((left, right) => left - right);
  const used = counted.flatMap(({ call, usage }) =>
    Object.entries(usage).map(([model, tokens]) => ({ tokens, price: pricesOf(model, call.startMs, tokens) })),
  );
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  const costs = used.flatMap(
    ({ tokens: { prompt_tokens: prompt, cache_read_input_tokens: cached, ...tokens }, price }) => {
      const uncached = cached > prompt ? prompt : prompt - cached;
      return price ? [uncached * price.prompt + cached * price.cached + tokens.completion_tokens * price.out] : [];
    },
  );
  const isIn = (status: string) => (call: Call) => statusOf(call) === status;
  return {
    call_count: calls.length,
    root_count: calls.filter(({ parent }) => parent === null).length,
    error_count: calls.filter(isIn("error")).length,
    descendant_error_count: calls.filter(isIn("descendant_error")).length,
    running_count: calls.filter(isIn("running")).length,
    latency: latencies.length === 0 ? null : [0.5, 0.9, 0.99].map((level) => quantile(latencies, level)),
    mean: latencies.length === 0 ? null : sum(latencies) / latencies.length,
    max: latencies.at(-1) ?? null,
    requests: sum(used.map(({ tokens }) => tokens.requests)),
    prompt_tokens: sum(used.map(({ tokens }) => tokens.prompt_tokens)),
    total_tokens: sum(used.map(({ tokens }) => tokens.prompt_tokens + tokens.completion_tokens)),
    cached_tokens: sum(used.map(({ tokens }) => tokens.cache_read_input_tokens)),
    cost_usd: costs.length === 0 ? null : sum(costs),
    unpriced_tokens: sum(
      used.flatMap(({ tokens, price }) => (price ? [] : tokens.prompt_tokens + tokens.completion_tokens)),
    ),
  };
}

const statusOf = ({ hasFailed, hasFailedBelow, durationMs }: Call): string =>
  durationMs === null ? "running" : hasFailed ? "error" : hasFailedBelow ? "descendant_error" : "success";

type Figures = ReturnType<typeof figuresOf>;

type ShownMember =
  | "call_count"
  | "root_count"
  | "error_count"
  | "descendant_error_count"
  | "running_count"
  | "latency_ms"
  | "usage"
  | "cost_usd"
  | "unpriced_tokens";

/** The same members of a response. */
export function figuresIn({ latency_ms, usage, ...figures }: Pick<CallFigures, ShownMember>): Figures {
  const { call_count, root_count, error_count, descendant_error_count, running_count, cost_usd, unpriced_tokens } =
    figures;
  return {
    ...{ call_count, root_count, error_count, descendant_error_count, running_count, cost_usd, unpriced_tokens },
    latency: latency_ms && [latency_ms.p50, latency_ms.p90, latency_ms.p99],
    mean: latency_ms?.mean ?? null,
    max: latency_ms?.max ?? null,
    requests: usage.requests,
    prompt_tokens: usage.prompt_tokens,
    total_tokens: usage.total_tokens,
    cached_tokens: usage.cache_read_input_tokens,
  };
}

export function byValue(
  counted: readonly Counted[],
  valuesOf: (one: Counted) => readonly string[],
): [string, Counted[]][] {
  const values = new Map<string, Counted[]>();
  for (const one of counted) for (const value of valuesOf(one)) values.set(value, [...(values.get(value) ?? []), one]);
  return [...values].sort(([left, one], [right, other]) => other.length - one.length || (left < right ? -1 : 1));
}

export const opOf = ({ call }: Counted): string[] => [call.op.startsWith("weave:") ? "a" : call.op];
