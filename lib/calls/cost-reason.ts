import type { Call } from "@/lib/api/contract/calls/calls";
import { plainNumber } from "@/lib/api/contract/scalars/json-text";
import { parseTime } from "@/lib/format/time";

/** One product of a cost: so many tokens at a price each. */
export interface CostPart {
  readonly label: string;
  /** Null where tokens times price is not what the service says: then only its sum is told. */
  readonly tokens: number | null;
  readonly costPerToken: number;
  readonly currency: string;
  readonly total: number;
}

/** Why a model's cost of a call is what it is: the price record that was taken, and what it was multiplied with. */
export interface CostReason {
  readonly model: string;
  /** Set by the project, or published by the provider; null where the service does not say. */
  readonly level: "project" | "default" | null;
  readonly provider: string | null;
  /** Since when the price counts; null where that is not told. */
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

/** Prompt tokens that did not come from a cache; where more did than there are, the count leaves them out. */
function uncachedTokens(costs: Costs): number | null {
  const prompt = numberIn(costs, "prompt_tokens");
  const cached =
    (numberIn(costs, "cache_read_input_tokens") ?? 0) + (numberIn(costs, "cache_creation_input_tokens") ?? 0);
  if (prompt === null) return null;
  return cached > prompt ? prompt : prompt - cached;
}

function isProduct(tokens: number, rate: number, total: number): boolean {
  return Math.abs(tokens * rate - total) <= 1e-9 * Math.max(1e-9, Math.abs(total));
}

function partsOf(costs: Costs): CostPart[] {
  return KINDS.flatMap(({ label, tokens: tokensName, rate: rateName, total: totalName }) => {
    const total = numberIn(costs, `${totalName}_tokens_total_cost`);
    // Cached tokens without a rate of their own cost what other input costs.
    const rate = numberIn(costs, `${rateName}_token_cost`) ?? numberIn(costs, "prompt_token_cost");
    const tokens = label === "prompt" ? uncachedTokens(costs) : numberIn(costs, tokensName);
    if (total === null || rate === null) return [];
    if (total === 0 && (tokens ?? 0) === 0) return [];
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
}

/** The reasons of all costs of a call, by model, as the service gives them. */
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
