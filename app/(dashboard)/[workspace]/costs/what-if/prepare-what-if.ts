import type { PriceRecord } from "@/app/(dashboard)/[workspace]/costs/records/prepare-price-records";
import type { Spend } from "@/app/(dashboard)/[workspace]/costs/spend/prepare-spend";
import { byMedia } from "@/lib/usage/media-tokens";

/** Traffic to a model: the tokens of an average request, and the number of requests. */
export interface Traffic {
  readonly tokensIn: number | null;
  readonly tokensOut: number | null;
  readonly requestsPerDay: number | null;
  /** The share of input tokens that are read from a cache, 0 to 1. */
  readonly shareCached: number | null;
}

/** The source of the measured traffic. */
export interface MeasuredTraffic extends Traffic {
  readonly of: "model" | "all" | "nothing";
}

const DAY_MS = 86_400_000;

const nothing: MeasuredTraffic = {
  of: "nothing",
  tokensIn: null,
  tokensOut: null,
  requestsPerDay: null,
  shareCached: null,
};

/** Returns the traffic of a model in the range; that of all models when it had none. */
export function measuredTraffic(spend: Spend | null, model: string): MeasuredTraffic {
  if (spend === null) return nothing;
  const own = spend.rows.find(({ value, requests }) => value === model && requests > 0);
  const row = own ?? spend.total;
  if (row.requests === 0) return nothing;
  const { spanMs } = spend;
  return {
    of: own ? "model" : "all",
    tokensIn: Math.round(row.tokensIn / row.requests),
    tokensOut: Math.round(row.tokensOut / row.requests),
    requestsPerDay: spanMs === null || spanMs <= 0 ? null : Math.round((row.requests * DAY_MS) / spanMs),
    shareCached: row.tokensIn === 0 ? 0 : Math.round((row.tokensCached / row.tokensIn) * 100) / 100,
  };
}

/** The user's figures override measured ones. */
export function whatIfTraffic(measured: Traffic, changed: Partial<Traffic>): Traffic {
  return {
    tokensIn: changed.tokensIn ?? measured.tokensIn,
    tokensOut: changed.tokensOut ?? measured.tokensOut,
    requestsPerDay: changed.requestsPerDay ?? measured.requestsPerDay,
    shareCached: changed.shareCached ?? measured.shareCached,
  };
}

/** Returns US dollars per day for this traffic at a price; null when a part of either is missing. */
export function costPerDay(
  record: PriceRecord,
  { tokensIn, tokensOut, requestsPerDay, shareCached }: Traffic,
): number | null {
  const { promptCost, completionCost } = record;
  if (promptCost === null || completionCost === null) return null;
  if (tokensIn === null || tokensOut === null || requestsPerDay === null) return null;
  const cached = Math.min(1, Math.max(0, shareCached ?? 0));
  // Cached tokens without a separate rate cost the input price.
  const cachedCost = record.cacheReadCost ?? promptCost;
  const perRequest = tokensIn * ((1 - cached) * promptCost + cached * cachedCost) + tokensOut * completionCost;
  return requestsPerDay * perRequest;
}

/** The id of a custom price, which no record has. */
export const CUSTOM_PRICE_LABEL = "a custom price";

/** A custom price per token, in the form of a record. */
export interface CustomPrice {
  readonly promptCost: number | null;
  readonly completionCost: number | null;
}

/** Returns the custom price as a row of the comparison; null until both of its parts are entered. */
export function customPriceRecord({ promptCost, completionCost }: CustomPrice): PriceRecord | null {
  if (promptCost === null || completionCost === null) return null;
  return {
    id: CUSTOM_PRICE_LABEL,
    model: "at your price",
    provider: "",
    promptCost,
    completionCost,
    promptUnit: "USD",
    completionUnit: "USD",
    cacheReadCost: null,
    cacheCreationCost: null,
    mediaCosts: byMedia("kind", () => null),
    effectiveMs: null,
  };
}

/** One model in the comparison. */
export interface WhatIfRow {
  readonly record: PriceRecord;
  readonly dayUsd: number;
  /** The share of the most expensive row, for its bar. */
  readonly share: number;
  /** The change from the selected model; null for that model, and when its cost is zero. */
  readonly change: number | null;
}

function isDollar({ promptUnit, completionUnit }: PriceRecord): boolean {
  return [promptUnit, completionUnit].every((unit) => unit === null || unit === "USD");
}

/** Returns the selected price first, then all other current prices, the cheapest first. */
export function whatIfRows(base: PriceRecord, others: readonly PriceRecord[], traffic: Traffic): readonly WhatIfRow[] {
  const costs = [base, ...others.filter(({ id }) => id !== base.id)].filter(isDollar).flatMap((record) => {
    const dayUsd = costPerDay(record, traffic);
    return dayUsd === null ? [] : [{ record, dayUsd }];
  });
  const baseUsd = costs.find(({ record }) => record.id === base.id)?.dayUsd ?? null;
  const largest = Math.max(0, ...costs.map(({ dayUsd }) => dayUsd));
  return costs
    .map(({ record, dayUsd }) => ({
      record,
      dayUsd,
      share: largest > 0 ? dayUsd / largest : 0,
      change: record.id === base.id || !baseUsd ? null : dayUsd / baseUsd - 1,
    }))
    .sort((left, right) => {
      if (left.record.id === base.id || right.record.id === base.id) return left.record.id === base.id ? -1 : 1;
      return left.dayUsd - right.dayUsd;
    });
}

/** `−80%`, `+12%`, `same`; a real minus sign. */
export function changeText(change: number): string {
  const percent = Math.round(change * 100);
  if (percent === 0) return "same";
  return percent < 0 ? `\u2212${-percent}%` : `+${percent}%`;
}
