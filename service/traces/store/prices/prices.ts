import { LRUCache } from "lru-cache";
import { isJsonObject } from "@/lib/guard/json-object";
import { MEDIA_TOKENS, type MediaCost } from "@/lib/usage/media-tokens";
import { tokensOf, type UsageTokens } from "@/lib/usage/usage-tokens";
import type { Store } from "@/service/traces/store/engine/store";
import { type EngineTime, toWireTime } from "@/service/traces/store/engine/timestamps";
import { defaultPrice, namesOfModel } from "./default-price";

/** A price that a project set. Costs are per token, in `unit`; a cost that is null is not set. */
interface ProjectPrice extends Readonly<Record<MediaCost, number | null>> {
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

/** The prices of one project, by the name of the model, the earliest first. */
export type ProjectPrices = ReadonlyMap<string, readonly ProjectPrice[]>;

/** The price's own members in `summary.weave.costs`. */
export type StatedPrice = Omit<ProjectPrice, "id" | "llm_id" | "effective_date" | "created_at" | MediaCost> & {
  /** Written to a cache for an hour; absent where the price list does not say it. */
  readonly cache_creation_1h_input_token_cost?: number;
  readonly pricing_level: "project" | "default";
  readonly effective_date: string | null;
  readonly created_at: string | null;
  /** Absent for a medium that costs as much as text. */
} & { readonly [Cost in MediaCost]?: number };

/**
 * One member of `summary.weave.costs`: tokens, the price they were counted with, and their cost.
 *
 * `prompt_tokens` includes cached tokens, `prompt_tokens_total_cost` does not: the total cost is the sum of the four
 * members that end in `_total_cost`.
 */
export type CallCosts = StatedPrice & {
  readonly requests: number;
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly total_tokens: number;
  readonly cache_read_input_tokens: number;
  readonly cache_creation_input_tokens: number;
  /** The part that is kept for an hour; absent without any. */
  readonly cache_creation_1h_input_tokens?: number;
  readonly prompt_tokens_total_cost: number;
  readonly completion_tokens_total_cost: number;
  readonly cache_read_input_tokens_total_cost: number;
  readonly cache_creation_input_tokens_total_cost: number;
};

/** A project has few prices, seldom hundreds. */
const MAX_KNOWN_PROJECTS = 500;

/** What was read since the last write, of engines in this process: each list and each figure needs it. */
let known = new WeakMap<Store, LRUCache<string, Promise<ProjectPrices>>>();

/** Called after each write of prices in this process. */
export function forgetPrices(): void {
  known = new WeakMap();
}

/**
 * Returns all prices that a project set, for `costsOfUsage`. Those on a server are read each time, since other services
 * write them too. Rejects with a `StoreError`.
 */
export async function readProjectPrices(
  store: Store,
  projectId: string,
  options: { readonly signal?: AbortSignal } = {},
): Promise<ProjectPrices> {
  if (store.kind === "server") return await queryProjectPrices(store, projectId, options);
  const ofStore = known.get(store) ?? new LRUCache({ max: MAX_KNOWN_PROJECTS });
  known.set(store, ofStore);
  const found = ofStore.get(projectId);
  if (found !== undefined) return await found;
  // Others may wait for it too, so that no request that ends stops it.
  const prices = queryProjectPrices(store, projectId, {});
  ofStore.set(projectId, prices);
  prices.catch(() => ofStore.delete(projectId));
  return await prices;
}

async function queryProjectPrices(
  store: Store,
  projectId: string,
  options: { readonly signal?: AbortSignal },
): Promise<ProjectPrices> {
  const rows = await store.read<ProjectPrice>({
    sql: `SELECT id, llm_id, project_id AS pricing_level_id, provider_id, toString(effective_date) AS effective_date, prompt_token_cost, completion_token_cost,
        prompt_token_cost_unit, completion_token_cost_unit, cache_read_input_token_cost, cache_creation_input_token_cost,
        ${MEDIA_TOKENS.map(({ cost }) => cost).join(", ")}, created_by, toString(created_at) AS created_at
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
    const price = priceOf(model, projectPrices, startedAt, tokens.prompt / Math.max(tokens.requests, 1));
    if (price) costs.push([model, costOf(tokens, price)]);
  }
  // Not built by assignment: a model may be called `__proto__`.
  return costs.length === 0 ? null : Object.fromEntries(costs);
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
  const ofProject = projectPrices.size === 0 ? [] : namesOfModel(model).map((name) => projectPrices.get(name) ?? []);
  const inEffect = ofProject
    .map((prices) => prices.findLast(({ effective_date }) => effective_date <= startedAt))
    .find((price) => price !== undefined);
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
    ...(provider.cacheHourTokenCost === null
      ? {}
      : { cache_creation_1h_input_token_cost: provider.cacheHourTokenCost }),
    ...statedMedia(provider.media),
    created_by: "system",
    created_at: null,
  };
}

const MEDIA_COSTS = new Set<string>(MEDIA_TOKENS.map(({ cost }) => cost));

type PlainPrice = Omit<ProjectPrice, "id" | "llm_id" | MediaCost>;

/** Only the prices that are set. */
const statedMedia = (costs: Readonly<Record<MediaCost, number | null>>): { [Cost in MediaCost]?: number } =>
  Object.fromEntries(MEDIA_TOKENS.flatMap(({ cost }) => (costs[cost] === null ? [] : [[cost, costs[cost]]])));

function statedProjectPrice({ id: _id, llm_id: _model, ...all }: ProjectPrice): StatedPrice {
  const price = Object.fromEntries(Object.entries(all).filter(([name]) => !MEDIA_COSTS.has(name))) as PlainPrice;
  return {
    ...price,
    ...statedMedia(all),
    pricing_level: "project",
    effective_date: toWireTime(price.effective_date),
    created_at: toWireTime(price.created_at),
  };
}

/** A write to the cache that is kept for an hour costs twice the input, one for five minutes 1.25 times (Anthropic). */
const HOUR_PER_MINUTES = 2 / 1.25;

/** Returns the cost of a token that is written to the cache for an hour. */
function hourCost(price: StatedPrice): number {
  const { cache_creation_1h_input_token_cost: ofHour, cache_creation_input_token_cost: ofMinutes } = price;
  return ofHour ?? (ofMinutes === null ? price.prompt_token_cost : ofMinutes * HOUR_PER_MINUTES);
}

/** Tokens by what they cost. */
type BilledTokens = Omit<UsageTokens, "requests" | "total" | "prompt"> & {
  /** The part of the prompt that is not cached. */
  readonly uncached: number;
};

type BilledKind = "uncached" | "cacheRead" | "cacheCreation" | "completion";

/** Returns what tokens cost, in the price's units: cached ones without a rate of their own cost as much as other input. */
export function costsAt(price: StatedPrice, tokens: BilledTokens): Record<BilledKind, number> {
  const { prompt_token_cost: prompt, completion_token_cost: completion } = price;
  const { uncached, cacheRead, cacheCreation, cacheHour } = tokens;
  /** What media cost beyond the price of text. */
  const media = { input: 0, output: 0 };
  for (const { kind, cost, isInput } of MEDIA_TOKENS) {
    const ofMedium = price[cost];
    if (ofMedium !== undefined)
      media[isInput ? "input" : "output"] += tokens[kind] * (ofMedium - (isInput ? prompt : completion));
  }
  return {
    uncached: uncached * prompt + media.input,
    cacheRead: cacheRead * (price.cache_read_input_token_cost ?? prompt),
    cacheCreation:
      (cacheCreation - cacheHour) * (price.cache_creation_input_token_cost ?? prompt) + cacheHour * hourCost(price),
    completion: tokens.completion * completion + media.output,
  };
}

function costOf(tokens: UsageTokens, price: StatedPrice): CallCosts {
  const { requests, prompt, completion, total, cacheRead, cacheCreation, cacheHour } = tokens;
  const costs = costsAt(price, { ...tokens, uncached: prompt - cacheRead - cacheCreation });
  return {
    ...price,
    requests,
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: total,
    cache_read_input_tokens: cacheRead,
    cache_creation_input_tokens: cacheCreation,
    ...(cacheHour > 0
      ? { cache_creation_1h_input_tokens: cacheHour, cache_creation_1h_input_token_cost: hourCost(price) }
      : {}),
    prompt_tokens_total_cost: costs.uncached,
    completion_tokens_total_cost: costs.completion,
    cache_read_input_tokens_total_cost: costs.cacheRead,
    cache_creation_input_tokens_total_cost: costs.cacheCreation,
  };
}
