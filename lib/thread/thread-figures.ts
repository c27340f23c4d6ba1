import type { CallGroupValue } from "@/lib/api/contract/calls/call-stats";

/** Figures of all calls of one thread. */
export interface ThreadFigures {
  /** Prompt and completion tokens; null where no call reports any. */
  readonly tokens: number | null;
  /** US dollars; null where no token has a price. */
  readonly costUsd: number | null;
  /** Tokens that the cost does not contain, since their model has no price. */
  readonly unpricedTokens: number;
  /** Calls that failed themselves. */
  readonly errors: number;
}

const NO_CALLS: ThreadFigures = { tokens: null, costUsd: null, unpricedTokens: 0, errors: 0 };

/** Returns the figures of the requested threads; those without a call in the response have no tokens. */
export function figuresByThread(
  ids: readonly string[],
  values: readonly CallGroupValue[],
): ReadonlyMap<string, ThreadFigures> {
  const found = new Map(values.map((value) => [value.value, figuresOf(value)]));
  return new Map(ids.map((id) => [id, found.get(id) ?? NO_CALLS]));
}

function figuresOf({ usage, cost_usd, unpriced_tokens, error_count }: CallGroupValue): ThreadFigures {
  const hasUsage = usage.requests > 0 || usage.total_tokens > 0;
  return {
    tokens: hasUsage ? usage.total_tokens : null,
    costUsd: cost_usd,
    unpricedTokens: unpriced_tokens,
    errors: error_count,
  };
}
