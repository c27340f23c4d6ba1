import type { CallFigures, CallFiguresBucket, CallGroup, CallGroupValue } from "@/lib/api/contract/calls/call-stats";
import { engineTimeOf, toWireTime } from "@/service/traces/store/engine/timestamps";
import type { Micros } from "@/service/traces/store/figures/figures-query";
import type { CallSums } from "@/service/traces/store/figures/stats-query";
import { costOfTokens, type TokenCost } from "@/service/traces/store/figures/usage-costs";
import type { ProjectPrices } from "@/service/traces/store/prices/prices";
import { addSums, type FiguresRow, type ModelRow, sumOf, type TokensRow } from "./stats-rows";

/** The engine's counts for one range. */
interface CountedCalls {
  readonly figures: readonly FiguresRow[];
  readonly tokens: readonly TokensRow[];
  readonly models: readonly ModelRow[];
  readonly prices: ProjectPrices;
  readonly buckets: readonly Micros[];
  /** The greatest error of quantiles, relative to them; 0 when they are exact. */
  readonly quantileError: number;
}

type GroupBuckets = NonNullable<CallGroupValue["buckets"]>;
type Usage = CallFigures["usage"];

/** Tokens of one model in one bucket with one price. */
export interface PricedRow extends TokensRow {
  readonly bucket: Micros;
  /** Null without a price in US dollars. */
  readonly cost: TokenCost | null;
}

/** Selects values of a group: the shown value at this position, from 1, or with 0 all others. */
interface GroupCell {
  readonly groupAt: number;
  readonly groupCell: number;
}

const all: GroupCell = { groupAt: -1, groupCell: 0 };
const wireTime = (micros: Micros): string => toWireTime(engineTimeOf(micros));

/** Combines the separate counts of calls and tokens, and adds the cost of the tokens. */
export class CallFiguresReader {
  readonly #counted: CountedCalls;
  readonly #tokens: ReadonlyMap<string, readonly TokensRow[]>;

  constructor(counted: CountedCalls) {
    this.#counted = counted;
    const keyed = counted.tokens.map((row) => [tokensKey(row, row.bucket), row] as const);
    this.#tokens = grouped(keyed);
  }

  get quantileError(): number {
    return this.#counted.quantileError;
  }

  totals(): CallFigures {
    return this.#figures(this.#row(null), this.#tokensOf(all, null));
  }

  /** Every bucket, including those without calls. */
  buckets(): CallFiguresBucket[] {
    const rows = new Map(this.#counted.figures.filter(isOfAll).map((row) => [row.bucket, row]));
    return this.#counted.buckets.map((start) => ({
      start: wireTime(start),
      ...this.#figures(rows.get(start) ?? null, this.#tokensOf(all, start)),
    }));
  }

  /** The sums of each bucket that has calls, without tokens. */
  bucketSums(): ReadonlyMap<Micros, CallSums> {
    const rows = this.#counted.figures.filter(isOfAll);
    return new Map(rows.flatMap((row) => (row.bucket === null ? [] : [[row.bucket, row] as const])));
  }

  /** The tokens of each model in each bucket, one row for each price, with their cost. */
  pricedTokens(): readonly PricedRow[] {
    const rows = this.#counted.tokens.filter((row) => row.groupAt === all.groupAt);
    return rows.flatMap((row) =>
      row.bucket === null ? [] : [{ ...row, bucket: row.bucket, cost: this.#costOf(row) }],
    );
  }

  /** @param by as it was requested */
  group(by: string, groupAt: number, withBuckets: boolean): CallGroup {
    const rows = this.#counted.figures.filter((row) => row.groupAt === groupAt);
    const ofValues = grouped(rows.filter(({ isShown }) => isShown).map((row) => [row.value, row] as const));
    const others = rows.filter(({ isShown }) => !isShown);
    const figuresAt = (groupCell: number, placed: readonly FiguresRow[]) => ({
      ...this.#figures(placed.find(isWhole) ?? null, this.#tokensOf({ groupAt, groupCell }, null)),
      ...(withBuckets ? { buckets: this.#groupBuckets({ groupAt, groupCell }, placed) } : {}),
    });
    return {
      by,
      value_count: rows[0]?.valueCount ?? 0,
      values: [...ofValues].map(([value, placed], index) => ({
        value: value === "" ? null : value,
        ...figuresAt(index + 1, placed),
      })),
      // Quantiles of several values cannot be combined.
      other: others.length === 0 ? null : { ...figuresAt(0, others), latency_ms: null },
    };
  }

  /** A call counts for every model that has tokens in it, and for none if it has no tokens. */
  models(limit: number, withBuckets: boolean): CallGroup {
    const ranked = [...this.#counted.models].sort(
      (left, right) => right.calls - left.calls || (left.model < right.model ? -1 : 1),
    );
    const shown = ranked.slice(0, limit);
    const others = ranked.slice(limit);
    const figuresOf = (models: readonly ModelRow[]) => {
      const isOne = (row: TokensRow) => models.some(({ model }) => model === row.model);
      const tokens = this.#counted.tokens.filter((row) => row.groupAt === all.groupAt && isOne(row));
      return {
        ...this.#figures(addSums(models), tokens.filter(isWhole)),
        ...(withBuckets ? { buckets: this.#modelBuckets(tokens) } : {}),
      };
    };
    return {
      by: "model",
      value_count: ranked.length,
      values: shown.map((row) => ({ value: row.model || null, ...figuresOf([row]) })),
      other: others.length === 0 ? null : { ...figuresOf(others), latency_ms: null },
    };
  }

  #row(bucket: Micros | null): FiguresRow | null {
    return this.#counted.figures.find((row) => isOfAll(row) && row.bucket === bucket) ?? null;
  }

  #tokensOf(groupCell: GroupCell, bucket: Micros | null): readonly TokensRow[] {
    return this.#tokens.get(tokensKey(groupCell, bucket)) ?? [];
  }

  #groupBuckets(groupCell: GroupCell, rows: readonly FiguresRow[]): GroupBuckets {
    return rows.flatMap(({ bucket, calls, errors }) =>
      bucket === null ? [] : [this.#groupBucket(bucket, calls, errors, this.#tokensOf(groupCell, bucket))],
    );
  }

  #modelBuckets(tokens: readonly TokensRow[]): GroupBuckets {
    const byStart = grouped(tokens.flatMap((row) => (row.bucket === null ? [] : [[row.bucket, row] as const])));
    return [...byStart]
      .sort(([left], [right]) => left - right)
      .map(([start, rows]) => this.#groupBucket(start, sumOf(rows, "calls"), sumOf(rows, "errors"), rows));
  }

  #groupBucket(start: Micros, calls: number, errors: number, tokens: readonly TokensRow[]): GroupBuckets[number] {
    const { usage, cost_usd } = this.#spent(tokens);
    return {
      start: wireTime(start),
      call_count: calls,
      error_count: errors,
      total_tokens: usage.total_tokens,
      cost_usd,
    };
  }

  #figures(sums: CallSums | null, tokens: readonly TokensRow[]): CallFigures {
    const [inputs, output] = [sums?.inputBytes ?? 0, sums?.outputBytes ?? 0];
    const [attributes, summary] = [sums?.attributeBytes ?? 0, sums?.summaryBytes ?? 0];
    return {
      call_count: sums?.calls ?? 0,
      root_count: sums?.roots ?? 0,
      error_count: sums?.errors ?? 0,
      descendant_error_count: sums?.descendantErrors ?? 0,
      running_count: sums?.running ?? 0,
      latency_ms: sums === null ? null : latencyOf(sums),
      ...this.#spent(tokens),
      storage_bytes: { inputs, output, attributes, summary, total: inputs + output + attributes + summary },
    };
  }

  #costOf(row: TokensRow): TokenCost | null {
    const sample = { startedAt: engineTimeOf(row.sampleStart), inputTokens: row.sampleInput };
    return costOfTokens({ ...row, ...sample }, this.#counted.prices);
  }

  #spent(tokens: readonly TokensRow[]) {
    const costs = tokens.map((row) => ({ row, cost: this.#costOf(row) }));
    const known = costs.flatMap(({ cost }) => cost ?? []);
    const promptUsd = known.reduce((sum, cost) => sum + cost.promptUsd, 0);
    const completionUsd = known.reduce((sum, cost) => sum + cost.completionUsd, 0);
    const isKnown = known.length > 0;
    return {
      usage: usageOf(tokens),
      cost_usd: isKnown ? promptUsd + completionUsd : null,
      prompt_cost_usd: isKnown ? promptUsd : null,
      completion_cost_usd: isKnown ? completionUsd : null,
      unpriced_tokens: Math.round(
        sumOf(
          costs.flatMap(({ row, cost }) => (cost === null ? row : [])),
          "total",
        ),
      ),
    };
  }
}

const isOfAll = (row: FiguresRow): boolean => row.groupAt === all.groupAt;
const isWhole = (row: { readonly bucket: Micros | null }): boolean => row.bucket === null;
const tokensKey = ({ groupAt, groupCell }: GroupCell, bucket: Micros | null) => `${groupAt} ${groupCell} ${bucket}`;

function grouped<Key, Row>(rows: readonly (readonly [Key, Row])[]): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>();
  for (const [key, row] of rows) {
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}

function latencyOf({ finished, quantiles, latencySum, latencyMax }: CallSums): CallFigures["latency_ms"] {
  const [p50, p90, p99] = quantiles;
  if (finished === 0 || p50 === undefined || p90 === undefined || p99 === undefined) return null;
  return { p50, p90, p99, mean: latencySum / finished, max: latencyMax ?? 0 };
}

/** Clients may send fractional tokens; sums are whole numbers. */
function usageOf(tokens: readonly TokensRow[]): Usage {
  return {
    requests: Math.round(sumOf(tokens, "requests")),
    prompt_tokens: Math.round(sumOf(tokens, "prompt")),
    completion_tokens: Math.round(sumOf(tokens, "completion")),
    total_tokens: Math.round(sumOf(tokens, "total")),
    cache_read_input_tokens: Math.round(sumOf(tokens, "cacheRead")),
    cache_creation_input_tokens: Math.round(sumOf(tokens, "cacheCreation")),
  };
}
