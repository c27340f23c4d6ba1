import type { EngineTime } from "@/service/traces/store/engine/timestamps";
import { defaultPriceBoundaries, type PriceBoundaries } from "@/service/traces/store/prices/default-price";
import { costsAt, type ProjectPrices, priceOf, type StatedPrice } from "@/service/traces/store/prices/prices";
import type { StoredUsage } from "@/service/traces/store/schema/stored-usage";
import type { TokenSums } from "./stats-query";

/** Tokens of one model that have one price. */
export interface PricedTokens extends TokenSums {
  readonly model: string;
  /** Of any one of the calls. */
  readonly startedAt: EngineTime;
  /** Prompt tokens of any one request. */
  readonly inputTokens: number;
}

/** Returns the tokens of one model at a call that started then. */
export function tokensAtCall(usage: StoredUsage, startedAt: EngineTime): PricedTokens {
  const { model, requests, prompt, completion, total, cache_read: cacheRead, cache_creation: cacheCreation } = usage;
  // One literal: an evaluation has a hundred thousand of them, and spreads of objects take ten times as long.
  return {
    model,
    requests,
    prompt,
    completion,
    total,
    cacheRead,
    cacheCreation,
    cacheHour: usage.cache_hour,
    audioInput: usage.audio_input,
    audioOutput: usage.audio_output,
    imageInput: usage.image_input,
    imageOutput: usage.image_output,
    videoInput: usage.video_input,
    videoOutput: usage.video_output,
    startedAt,
    uncached: prompt - cacheRead - cacheCreation,
    inputTokens: prompt / Math.max(requests, 1),
  };
}

/** US dollars. */
export interface TokenCost {
  readonly promptUsd: number;
  /** The parts of the prompt's cost. */
  readonly uncachedUsd: number;
  readonly cacheReadUsd: number;
  readonly cacheCreationUsd: number;
  readonly completionUsd: number;
}

/** Returns every change in the token price of one of these models, in order. */
export function priceBoundaries(models: readonly string[], projectPrices: ProjectPrices): PriceBoundaries {
  const defaults = models.map(defaultPriceBoundaries);
  const ofProject = [...projectPrices.values()].flat().map(({ effective_date }) => millisecondsOf(effective_date));
  return {
    datesMs: inOrder([...ofProject, ...defaults.flatMap(({ datesMs }) => datesMs)]),
    secondsOfDay: inOrder(defaults.flatMap(({ secondsOfDay }) => secondsOfDay)),
    inputTokens: inOrder(defaults.flatMap(({ inputTokens }) => inputTokens)),
  };
}

const inOrder = (numbers: readonly number[]): number[] => [...new Set(numbers)].sort((left, right) => left - right);

const millisecondsOf = (time: EngineTime): number =>
  Date.parse(`${time.slice(0, 19).replace(" ", "T")}Z`) + Number(time.slice(20, 26).padEnd(6, "0")) / 1000;

/**
 * Returns the cost of tokens, computed as `costsOfUsage` does for one call; cached tokens are part of the prompt. Null
 * when the model has no price, or one in another currency.
 */
export function costOfTokens(tokens: PricedTokens, projectPrices: ProjectPrices): TokenCost | null {
  return costAtPrice(tokens, priceOf(tokens.model, projectPrices, tokens.startedAt, tokens.inputTokens));
}

function costAtPrice(tokens: PricedTokens, price: StatedPrice | null): TokenCost | null {
  if (price === null || !isUsd(price.prompt_token_cost_unit) || !isUsd(price.completion_token_cost_unit)) return null;
  const { uncached, cacheRead, cacheCreation, completion } = costsAt(price, tokens);
  return {
    promptUsd: uncached + cacheRead + cacheCreation,
    uncachedUsd: uncached,
    cacheReadUsd: cacheRead,
    cacheCreationUsd: cacheCreation,
    completionUsd: completion,
  };
}

const isUsd = (unit: string): boolean => unit === "USD" || unit.toUpperCase() === "USD";

const SECONDS_PER_DAY = 86_400;

/** The prices of a model. */
interface KnownPrices {
  readonly boundaries: PriceBoundaries;
  /** By the changes that are behind. */
  readonly prices: Map<string, StatedPrice | null>;
}

/** Computes costs of many calls: finding a price takes longer than the rest, so each is found once between its changes. */
export class CostCounter {
  readonly #projectPrices: ProjectPrices;
  readonly #models = new Map<string, KnownPrices>();

  constructor(projectPrices: ProjectPrices) {
    this.#projectPrices = projectPrices;
  }

  /** Returns the same as `costOfTokens`. */
  costOf(tokens: PricedTokens): TokenCost | null {
    const { boundaries, prices } = this.#pricesOf(tokens.model);
    const changes = changesBefore(tokens, boundaries);
    let price = prices.get(changes);
    if (price === undefined) {
      price = priceOf(tokens.model, this.#projectPrices, tokens.startedAt, tokens.inputTokens);
      prices.set(changes, price);
    }
    return costAtPrice(tokens, price);
  }

  #pricesOf(model: string): KnownPrices {
    const known = this.#models.get(model) ?? {
      boundaries: priceBoundaries([model], this.#projectPrices),
      prices: new Map(),
    };
    this.#models.set(model, known);
    return known;
  }
}

function changesBefore({ startedAt, inputTokens }: PricedTokens, boundaries: PriceBoundaries): string {
  let longer = 0;
  for (const length of boundaries.inputTokens) if (inputTokens > length) longer++;
  if (boundaries.datesMs.length === 0 && boundaries.secondsOfDay.length === 0) return `${longer}`;
  const startedMs = millisecondsOf(startedAt);
  const second = Math.floor(startedMs / 1000) % SECONDS_PER_DAY;
  return `${longer} ${countUpTo(boundaries.datesMs, startedMs)} ${countUpTo(boundaries.secondsOfDay, second)}`;
}

function countUpTo(changes: readonly number[], most: number): number {
  let count = 0;
  for (const change of changes) if (change <= most) count++;
  return count;
}
