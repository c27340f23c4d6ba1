import type { CallFigures } from "@/lib/api/contract/calls/call-stats";

export const HOUR_MS = 3_600_000;
export const BEGINNING_MS = Date.parse("2026-11-20T10:00:00Z");
/** A model with a price of its own that changes, one with the provider's in two lengths, one without, one with a date. */
export const MODELS = ["mine", "gemini-2.5-pro", "unknown", "mine-2026-01-31"] as const;
export const PRICE_CHANGE_MS = BEGINNING_MS + HOUR_MS;
export const OPS = ["a", "b", "weave:///e/p/op/a:1"] as const;

interface Usage {
  readonly requests: number;
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly cache_read_input_tokens: number;
}

/** A span's report of its usage; calls of SDKs have none. */
interface Span {
  readonly kind: "llm" | "agent";
  readonly source: string;
  readonly response: string | null;
}

export interface Call {
  readonly id: string;
  readonly startMs: number;
  /** Null while it is running. */
  readonly durationMs: number | null;
  readonly parent: string | null;
  readonly op: (typeof OPS)[number];
  readonly source: "production" | "training";
  readonly thread: string | null;
  readonly hasFailed: boolean;
  readonly hasFailedBelow: boolean;
  readonly usage: Partial<Record<(typeof MODELS)[number], Usage>>;
  readonly span: Span | null;
  readonly isDeleted: boolean;
  /** Ends in a later request than it starts. */
  readonly isLate: boolean;
}

/** A selection as it is asked for, and as it is decided for one call. */
export interface Selection {
  readonly request: object;
  readonly isSelected: (call: Call) => boolean;
  /** The source that is asked for, which does not decide where tokens count; absent for all. */
  readonly source?: Call["source"];
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
  { isSelected, source }: Selection,
  fromMs: number,
  toMs: number,
): Counted[] {
  const sent = new Map(calls.map((call) => [call.id, call]));
  // A call is deleted with all calls below it.
  const isKept = (call: Call) => !call.isDeleted && !above(call, sent).some((id) => sent.get(id)?.isDeleted);
  const kept = calls.filter(isKept);
  const reached = kept.filter(({ startMs }) => startMs >= fromMs && startMs < toMs + HOUR_MS);
  const stored = new Map(reached.map((call) => [call.id, call]));
  const reporting = reached.filter((call) => isSelected(call) && modelsOf(call).length > 0);
  const below = (call: Call) => reporting.filter((other) => above(other, stored).includes(call.id));
  const isCounted = (call: Call, model: string): boolean => {
    if (call.span?.kind === "llm") return !reporting.some((other) => isTwin(call, other) && isBefore(other, call));
    if (call.span !== null) return below(call).length === 0;
    return !below(call).some((other) => modelsOf(other).some((used) => undated(used) === undated(model)));
  };
  return reached
    .filter((call) => isSelected(call) && call.startMs < toMs && (source === undefined || call.source === source))
    .map((call) => ({
      call,
      usage: Object.fromEntries(
        Object.entries(call.usage).filter(([model]) => modelsOf(call).includes(model) && isCounted(call, model)),
      ),
    }));
}

/** The models that an ended call reports tokens of. */
const modelsOf = ({ durationMs, usage }: Call): string[] =>
  MODELS.filter((model) => durationMs !== null && usage[model] !== undefined && tokensOf(usage[model]) > 0);

const undated = (model: string): string => model.replace("-2026-01-31", "");

const tokensOf = (usage: Usage): number => promptOf(usage) + usage.completion_tokens;

/** The prompt with its cached tokens, which a count below them excludes. */
const promptOf = ({ prompt_tokens: prompt, cache_read_input_tokens: cached }: Usage): number =>
  cached > prompt ? prompt + cached : prompt;

/** Whether two calls of the one trace report one request. */
function isTwin(call: Call, other: Call): boolean {
  if (call.id === other.id || call.span?.kind !== "llm" || other.span?.kind !== "llm") return false;
  if (call.startMs > endOf(other) || other.startMs > endOf(call)) return false;
  const [one, two] = [call.span.response, other.span.response];
  if (one !== null && two !== null) return one === two;
  const isApart = call.span.source === other.span.source && call.parent !== other.id && other.parent !== call.id;
  return !isApart && answerOf(call) === answerOf(other);
}

const endOf = ({ startMs, durationMs }: Call): number => startMs + (durationMs ?? 0);

function answerOf(call: Call): string {
  const [model = ""] = modelsOf(call);
  const usage = call.usage[model as (typeof MODELS)[number]];
  return `${undated(model)} ${usage?.completion_tokens || (usage && -promptOf(usage))}`;
}

function isBefore(call: Call, other: Call): boolean {
  const total = ({ usage }: Call) => Object.values(usage).reduce((sum, one) => sum + (one ? tokensOf(one) : 0), 0);
  if (total(call) !== total(other)) return total(call) > total(other);
  const [one, two] = [call.span?.source ?? "", other.span?.source ?? ""];
  return one === two ? call.id < other.id : one < two;
}

/** Per token, as in the price list of the provider and as set below; null for no price. */
function pricesOf(model: string, startMs: number, usage: Usage) {
  if (model === "mine")
    return startMs < PRICE_CHANGE_MS ? { prompt: 1, cached: 1, out: 10 } : { prompt: 2, cached: 2, out: 20 };
  if (model !== "gemini-2.5-pro") return null;
  const isLong = promptOf(usage) / Math.max(usage.requests, 1) > 200_000;
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
  const costs = used.flatMap(({ tokens, price }) => {
    const cached = tokens.cache_read_input_tokens;
    const uncached = promptOf(tokens) - cached;
    return price ? [uncached * price.prompt + cached * price.cached + tokens.completion_tokens * price.out] : [];
  });
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
    prompt_tokens: sum(used.map(({ tokens }) => promptOf(tokens))),
    total_tokens: sum(used.map(({ tokens }) => tokensOf(tokens))),
    cached_tokens: sum(used.map(({ tokens }) => tokens.cache_read_input_tokens)),
    cost_usd: costs.length === 0 ? null : sum(costs),
    unpriced_tokens: sum(used.flatMap(({ tokens, price }) => (price ? [] : tokensOf(tokens)))),
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
