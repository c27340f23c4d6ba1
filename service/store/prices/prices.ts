import { plainNumber } from "@/lib/api/contract/scalars/json-text";
import { isJsonObject } from "@/lib/json/guard/json-object";
import type { Store } from "@/service/store/engine/store";
import { type EngineTime, toWireTime } from "@/service/store/engine/timestamps";
import { defaultPrice } from "./default-price";

/** A price that a project set. Costs are per token, in `unit`; a cache cost that is null is not set. */
interface ProjectPrice {
  readonly id: string;
  readonly llm_id: string;
  /** The project. */
  readonly pricing_level_id: string;
  readonly provider_id: string;
  readonly effective_date: EngineTime;
  readonly prompt_token_cost: number;
  readonly completion_token_cost: number;
  readonly prompt_token_cost_unit: string;
  readonly completion_token_cost_unit: string;
  readonly cache_read_input_token_cost: number | null;
  readonly cache_creation_input_token_cost: number | null;
  readonly created_by: string;
  readonly created_at: EngineTime;
}

/** The prices of one project, by exact model name, the earliest first. */
export type ProjectPrices = ReadonlyMap<string, readonly ProjectPrice[]>;

/** The price's own members in `summary.weave.costs`. */
export type StatedPrice = Omit<ProjectPrice, "id" | "llm_id" | "effective_date" | "created_at"> & {
  readonly pricing_level: "project" | "default";
  readonly effective_date: string | null;
  readonly created_at: string | null;
};

/**
 * One member of `summary.weave.costs`: tokens, the price they were counted with, and their cost.
 *
 * `prompt_tokens` includes cached tokens, `prompt_tokens_total_cost` does not: the total cost is the sum of the four
 * members that end in `_total_cost`.
 */
export interface CallCosts extends StatedPrice {
  readonly requests: number;
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly total_tokens: number;
  readonly cache_read_input_tokens: number;
  readonly cache_creation_input_tokens: number;
  readonly prompt_tokens_total_cost: number;
  readonly completion_tokens_total_cost: number;
  readonly cache_read_input_tokens_total_cost: number;
  readonly cache_creation_input_tokens_total_cost: number;
}

/** Returns all prices that a project set, for `costsOfUsage`. Rejects with a `StoreError`. */
export async function readProjectPrices(
  store: Store,
  projectId: string,
  options: { readonly signal?: AbortSignal } = {},
): Promise<ProjectPrices> {
  const rows = await store.read<ProjectPrice>({
    sql: `SELECT id, llm_id, project_id AS pricing_level_id, provider_id, toString(effective_date) AS effective_date, prompt_token_cost, completion_token_cost,
        prompt_token_cost_unit, completion_token_cost_unit, cache_read_input_token_cost, cache_creation_input_token_cost,
        created_by, toString(created_at) AS created_at
      FROM costs FINAL WHERE project_id = {projectId:String} AND is_purged = 0
      ORDER BY costs.effective_date, costs.created_at, id`,
    params: { projectId },
    ...options,
  });
  const prices = new Map<string, ProjectPrice[]>();
  for (const row of rows) {
    const ofModel = prices.get(row.llm_id);
    if (ofModel) ofModel.push(row);
    else prices.set(row.llm_id, [row]);
  }
  return prices;
}

/**
 * Returns the cost of a call's usage, per model: the member `costs` of `summary.weave`. Null when no model has a price;
 * the member is then omitted.
 *
 * @param usage the call's `summary.usage` as it was sent: it may be anything
 * @param startedAt of the call: each model is counted with the price at that time
 */
export function costsOfUsage(
  usage: unknown,
  projectPrices: ProjectPrices,
  startedAt: EngineTime,
): Record<string, CallCosts> | null {
  const costs: [string, CallCosts][] = [];
  for (const [model, entry] of isJsonObject(usage) ? Object.entries(usage) : []) {
    if (!isJsonObject(entry)) continue;
    const tokens = tokensOf(entry);
    const price = priceOf(model, projectPrices, startedAt, tokens.input / Math.max(tokens.requests, 1));
    if (price) costs.push([model, costOf(tokens, price)]);
  }
  // Not built by assignment: a model may be called `__proto__`.
  return costs.length === 0 ? null : Object.fromEntries(costs);
}

interface Tokens {
  readonly requests: number;
  readonly input: number;
  readonly output: number;
  readonly total: number;
  readonly cacheRead: number;
  readonly cacheCreation: number;
}

/** Providers name the same counts differently; cached tokens are beside the count or in its details. */
function tokensOf(entry: Readonly<Record<string, unknown>>): Tokens {
  const input = count(entry.prompt_tokens) ?? count(entry.input_tokens) ?? 0;
  const output = count(entry.completion_tokens) ?? count(entry.output_tokens) ?? 0;
  const details = [entry.prompt_tokens_details, entry.input_tokens_details].find(isJsonObject);
  return {
    requests: count(entry.requests) ?? 0,
    input,
    output,
    total: count(entry.total_tokens) ?? input + output,
    cacheRead: count(entry.cache_read_input_tokens) ?? count(details?.cached_tokens) ?? 0,
    cacheCreation: count(entry.cache_creation_input_tokens) ?? 0,
  };
}

/**
 * Returns the price to use: the newest of the project's that was in effect when the call started, else the provider's.
 * A price applies to no call before its effective date.
 *
 * @param inputTokens of one request: some prices rise with it
 */
export function priceOf(
  model: string,
  projectPrices: ProjectPrices,
  startedAt: EngineTime,
  inputTokens: number,
): StatedPrice | null {
  const ofProject = projectPrices.get(model) ?? [];
  const inEffect = ofProject.findLast(({ effective_date }) => effective_date <= startedAt);
  if (inEffect) return statedProjectPrice(inEffect);
  const provider = defaultPrice(model, new Date(toWireTime(startedAt)), inputTokens);
  if (!provider) return null;
  return {
    provider_id: provider.providerId,
    pricing_level: "default",
    pricing_level_id: "default",
    effective_date: null,
    prompt_token_cost: provider.promptTokenCost,
    completion_token_cost: provider.completionTokenCost,
    prompt_token_cost_unit: "USD",
    completion_token_cost_unit: "USD",
    cache_read_input_token_cost: provider.cacheReadTokenCost,
    cache_creation_input_token_cost: provider.cacheCreationTokenCost,
    created_by: "system",
    created_at: null,
  };
}

function statedProjectPrice({ id: _id, llm_id: _model, ...price }: ProjectPrice): StatedPrice {
  return {
    ...price,
    pricing_level: "project",
    effective_date: toWireTime(price.effective_date),
    created_at: toWireTime(price.created_at),
  };
}

/**
 * Cached tokens have their own rates; without such a rate they cost as much as other input. They are part of the input
 * count, unless they exceed it: then the count excludes them.
 */
function costOf(tokens: Tokens, price: StatedPrice): CallCosts {
  const cached = tokens.cacheRead + tokens.cacheCreation;
  const uncached = cached > tokens.input ? tokens.input : tokens.input - cached;
  const { prompt_token_cost, completion_token_cost, cache_read_input_token_cost, cache_creation_input_token_cost } =
    price;
  return {
    ...price,
    requests: tokens.requests,
    prompt_tokens: tokens.input,
    completion_tokens: tokens.output,
    total_tokens: tokens.total,
    cache_read_input_tokens: tokens.cacheRead,
    cache_creation_input_tokens: tokens.cacheCreation,
    prompt_tokens_total_cost: uncached * prompt_token_cost,
    completion_tokens_total_cost: tokens.output * completion_token_cost,
    cache_read_input_tokens_total_cost: tokens.cacheRead * (cache_read_input_token_cost ?? prompt_token_cost),
    cache_creation_input_tokens_total_cost:
      tokens.cacheCreation * (cache_creation_input_token_cost ?? prompt_token_cost),
  };
}

function count(value: unknown): number | null {
  const number = plainNumber(value);
  return typeof number === "number" && Number.isFinite(number) && number >= 0 ? number : null;
}
