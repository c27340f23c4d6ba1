import type { AuditDifference, auditedValues } from "@/lib/api/contract/costs/cost-audit";
import { byMedia, MEDIA_TOKENS } from "@/lib/usage/media-tokens";
import type { UsageTokens } from "@/lib/usage/usage-tokens";
import type { Micros } from "@/service/traces/store/figures/figures-query";

export type AuditedValue = (typeof auditedValues)[number];

/** The kinds of tokens by the names that differences have. */
export const TOKEN_KINDS = [
  ["requests", "requests"],
  ["prompt_tokens", "prompt"],
  ["completion_tokens", "completion"],
  ["total_tokens", "total"],
  ["cache_read_input_tokens", "cacheRead"],
  ["cache_creation_input_tokens", "cacheCreation"],
  ["cache_creation_1h_input_tokens", "cacheHour"],
  ...MEDIA_TOKENS.map(({ column, kind }) => [`${column}_tokens`, kind] as const),
] as const satisfies readonly (readonly [AuditedValue, keyof UsageTokens])[];

/** Tokens and cost of one model in one bucket. */
type Sum = { -readonly [Kind in keyof UsageTokens]: number } & { costUsd: number | null };

const nothing = (): Sum => ({
  ...{ requests: 0, prompt: 0, completion: 0, total: 0, cacheRead: 0, cacheCreation: 0, cacheHour: 0 },
  ...byMedia("kind", () => 0),
  costUsd: null,
});

interface SumKey {
  readonly model: string;
  readonly bucket: Micros;
}

/** Sums are floating-point numbers, which depend on the order of their parts. */
const MAX_ERROR = 1e-9;

/** Returns whether two sums of the same parts are equal. */
export function isSameSum(one: number | null, other: number | null): boolean {
  if (one === null || other === null) return one === other;
  return Math.abs(one - other) <= MAX_ERROR * Math.max(1e-3, Math.abs(one), Math.abs(other));
}

/** Tokens and costs by model and bucket. */
export class AuditSums {
  readonly #sums = new Map<string, Sum & SumKey>();

  add({ model, bucket }: SumKey, tokens: UsageTokens, costUsd: number | null): void {
    const key = `${bucket} ${model}`;
    const sum = this.#sums.get(key) ?? { ...nothing(), model, bucket };
    this.#sums.set(key, sum);
    for (const [, kind] of TOKEN_KINDS) sum[kind] += tokens[kind];
    if (costUsd !== null) sum.costUsd = (sum.costUsd ?? 0) + costUsd;
  }

  totals(): { readonly total_tokens: number; readonly cost_usd: number | null } {
    const all = [...this.#sums.values()];
    const costs = all.flatMap(({ costUsd }) => costUsd ?? []);
    return {
      total_tokens: Math.round(all.reduce((sum, { total }) => sum + total, 0)),
      cost_usd: costs.length === 0 ? null : costs.reduce((sum, cost) => sum + cost, 0),
    };
  }

  /** Returns the keys in this one or in others, in order of time. */
  keysWith(...others: readonly AuditSums[]): SumKey[] {
    const keys = new Map([this, ...others].flatMap((sums) => [...sums.#sums]));
    const inAny = [...keys.values()].map(({ model, bucket }) => ({ model, bucket }));
    return inAny.sort(
      (left, right) => left.bucket - right.bucket || (left.model < right.model ? -1 : Number(left.model > right.model)),
    );
  }

  get({ model, bucket }: SumKey): Readonly<Sum> {
    return this.#sums.get(`${bucket} ${model}`) ?? nothing();
  }
}

interface Compared {
  readonly differences: readonly (SumKey & Pick<AuditDifference, "value" | "shown" | "recomputed">)[];
  /** Buckets of a model whose figures were changed meanwhile. */
  readonly changed: number;
}

/**
 * Compares recomputed sums with those that were shown just before their calls were read, and just after. Where these
 * differ from each other, calls were stored in the meantime, and nothing can be said.
 */
export function compareSums(recomputed: AuditSums, before: AuditSums, after: AuditSums): Compared {
  const differences: Compared["differences"][number][] = [];
  let changed = 0;
  for (const key of recomputed.keysWith(before, after)) {
    const [own, first, last] = [recomputed, before, after].map((sums) => valuesOf(sums.get(key)));
    if (own === undefined || first === undefined || last === undefined) continue;
    const found = differing(own, last);
    if (found.length === 0 || differing(own, first).length === 0) continue;
    if (differing(first, last).length > 0) changed += 1;
    else {
      const shown = new Map(last);
      differences.push(
        ...found.map(([value, sum]) => ({ ...key, value, shown: shown.get(value) ?? null, recomputed: sum })),
      );
    }
  }
  return { differences, changed };
}

type Values = readonly (readonly [AuditedValue, number | null])[];

const differing = (own: Values, other: Values): Values =>
  own.filter(([, value], at) => !isSameSum(value, other[at]?.[1] ?? null));

const valuesOf = (sum: Readonly<Sum>): Values => [
  ...TOKEN_KINDS.map(([value, kind]) => [value, sum[kind]] as const),
  ["cost_usd", sum.costUsd] as const,
];
