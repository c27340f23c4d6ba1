import type { Call } from "@/lib/api/contract/calls/calls";
import { plainNumber } from "@/lib/api/contract/scalars/json-text";
import { parseTime } from "@/lib/format/time";

/** One product of a cost: a number of tokens times a price. */
export interface CostPart {
  readonly label: string;
  /** Null when tokens times price does not match the service's figure: then only its sum is shown. */
  readonly tokens: number | null;
  readonly costPerToken: number;
  readonly currency: string;
  readonly total: number;
}

/** The calculation of a model's cost in a call: the price record used, and its multipliers. */
export interface CostReason {
  readonly model: string;
  /** Set by the project, or published by the provider; null if the service does not report it. */
  readonly level: "project" | "default" | null;
  readonly provider: string | null;
  /** Start date of the price; null if it is not reported. */
  readonly effectiveMs: number | null;
  readonly parts: readonly CostPart[];
}

type Costs = Readonly<Record<string, unknown>>;

function numberIn(costs: Costs, name: string): number | null {
  const value = plainNumber(costs[name]);
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

function textIn(costs: Costs, name: string): string | null {
  const value = costs[name];
  return typeof value === "string" && value !== "" ? value : null;
}

const KINDS = [
  { label: "prompt", tokens: "prompt_tokens", rate: "prompt", total: "prompt" },
  { label: "cache read", tokens: "cache_read_input_tokens", rate: "cache_read_input", total: "cache_read_input" },
  {
    label: "cache write",
    tokens: "cache_creation_input_tokens",
    rate: "cache_creation_input",
    total: "cache_creation_input",
  },
  { label: "completion", tokens: "completion_tokens", rate: "completion", total: "completion" },
] as const;

/**
 * Prompt tokens that did not come from a cache; if there are more cached ones than prompt tokens, the count excludes
 * them.
 */
function uncachedTokens(costs: Costs): number | null {
  const prompt = numberIn(costs, "prompt_tokens");
  const cached =
    (numberIn(costs, "cache_read_input_tokens") ?? 0) + (numberIn(costs, "cache_creation_input_tokens") ?? 0);
  if (prompt === null) return null;
  return cached > prompt ? prompt : prompt - cached;
}

/** Rounding errors of differences of sums are smaller. */
const NO_COST = 1e-12;

function isProduct(tokens: number, rate: number, total: number): boolean {
  return Math.abs(tokens * rate - total) <= 1e-9 * Math.max(1e-9, Math.abs(total));
}

const HOUR_MEMBERS = {
  label: "cache write, 1 hour",
  tokens: "cache_creation_1h_input_tokens",
  rate: "cache_creation_1h_input_token_cost",
} as const;

/** Tokens that were written to a cache for an hour, whose cost is a part of all that were written to one. */
function hourPart(costs: Costs): CostPart | null {
  const [tokens, rate] = [numberIn(costs, HOUR_MEMBERS.tokens), numberIn(costs, HOUR_MEMBERS.rate)];
  if (tokens === null || rate === null) return null;
  const currency = textIn(costs, "prompt_token_cost_unit") ?? "USD";
  return { label: HOUR_MEMBERS.label, tokens, costPerToken: rate, currency, total: tokens * rate };
}

function partsOf(costs: Costs): CostPart[] {
  const ofHour = hourPart(costs);
  const parts = KINDS.flatMap(({ label, tokens: tokensName, rate: rateName, total: totalName }) => {
    const written = label === "cache write" ? ofHour : null;
    const sum = numberIn(costs, `${totalName}_tokens_total_cost`);
    const total = sum === null ? null : sum - (written?.total ?? 0);
    // Cached tokens without a price of their own cost the same as other input.
    const rate = numberIn(costs, `${rateName}_token_cost`) ?? numberIn(costs, "prompt_token_cost");
    const count = label === "prompt" ? uncachedTokens(costs) : numberIn(costs, tokensName);
    const tokens = count === null ? null : count - (written?.tokens ?? 0);
    if (total === null || rate === null) return [];
    if (Math.abs(total) < NO_COST && (tokens ?? 0) === 0) return [];
    const unit = textIn(costs, label === "completion" ? "completion_token_cost_unit" : "prompt_token_cost_unit");
    return [
      {
        label,
        tokens: tokens !== null && isProduct(tokens, rate, total) ? tokens : null,
        costPerToken: rate,
        currency: unit ?? "USD",
        total,
      },
    ];
  });
  return ofHour === null ? parts : [...parts, ofHour];
}

/** Returns the cost calculations of a call by model, as the service reports them. */
export function costReasons(call: Pick<Call, "summary">): readonly CostReason[] {
  return Object.entries(call.summary?.weave?.costs ?? {}).map(([model, costs]) => {
    const level = textIn(costs, "pricing_level");
    return {
      model,
      level: level === "project" || level === "default" ? level : null,
      provider: textIn(costs, "provider_id"),
      effectiveMs: parseTime(textIn(costs, "effective_date")),
      parts: partsOf(costs),
    };
  });
}
