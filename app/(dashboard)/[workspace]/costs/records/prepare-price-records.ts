import type { CostRecord } from "@/lib/api/contract/costs/costs";
import { plainNumber } from "@/lib/api/contract/scalars/json-text";
import { countOf } from "@/lib/format/count";
import { parseTime } from "@/lib/format/time";
import { byMedia, type MediaKind } from "@/lib/usage/media-tokens";

/** One price record, with the fields that the page needs. Costs are per token. */
export interface PriceRecord {
  readonly id: string;
  readonly model: string;
  readonly provider: string;
  readonly promptCost: number | null;
  readonly completionCost: number | null;
  readonly promptUnit: string | null;
  readonly completionUnit: string | null;
  readonly cacheReadCost: number | null;
  readonly cacheCreationCost: number | null;
  /** Null for a medium that costs as much as text. */
  readonly mediaCosts: Readonly<Record<MediaKind, number | null>>;
  readonly effectiveMs: number | null;
}

/** Whether a price is current, superseded by a later price, or upcoming. */
export type PriceStatus = "current" | "superseded" | "upcoming";

function numberOf(value: unknown): number | null {
  const plain = plainNumber(value);
  return typeof plain === "number" && Number.isFinite(plain) ? plain : null;
}

export function priceRecord(record: CostRecord, index: number): PriceRecord {
  return {
    id: record.id ?? `record ${index}`,
    model: record.llm_id ?? "",
    provider: record.provider_id ?? "",
    promptCost: numberOf(record.prompt_token_cost),
    completionCost: numberOf(record.completion_token_cost),
    promptUnit: record.prompt_token_cost_unit ?? null,
    completionUnit: record.completion_token_cost_unit ?? null,
    cacheReadCost: numberOf(record.cache_read_input_token_cost),
    cacheCreationCost: numberOf(record.cache_creation_input_token_cost),
    mediaCosts: byMedia("kind", ({ cost }) => numberOf(record[cost])),
    effectiveMs: parseTime(record.effective_date),
  };
}

/** Newest first; of two with the same effective date, the one with the later id. */
function byNewest(left: PriceRecord, right: PriceRecord): number {
  const difference = (right.effectiveMs ?? Number.NEGATIVE_INFINITY) - (left.effectiveMs ?? Number.NEGATIVE_INFINITY);
  if (difference > 0 || difference < 0) return difference;
  return right.id < left.id ? -1 : 1;
}

/** The records of each model, newest first. A price belongs to a model's name, whatever its provider. */
export function recordsByModel(records: readonly PriceRecord[]): ReadonlyMap<string, readonly PriceRecord[]> {
  const models = new Map<string, PriceRecord[]>();
  for (const record of records) {
    const ofModel = models.get(record.model);
    if (ofModel) ofModel.push(record);
    else models.set(record.model, [record]);
  }
  for (const ofModel of models.values()) ofModel.sort(byNewest);
  return models;
}

/** Returns the status of each record at a moment: the newest record of a model that has taken effect is current. */
export function priceStatuses(records: readonly PriceRecord[], nowMs: number): ReadonlyMap<string, PriceStatus> {
  const standing = new Map<string, PriceStatus>();
  for (const ofModel of recordsByModel(records).values()) {
    let hasCurrent = false;
    for (const { id, effectiveMs } of ofModel) {
      const isUpcoming = (effectiveMs ?? Number.NEGATIVE_INFINITY) > nowMs;
      standing.set(id, isUpcoming ? "upcoming" : hasCurrent ? "superseded" : "current");
      if (!isUpcoming) hasCurrent = true;
    }
  }
  return standing;
}

/** A row of the list. */
export interface PriceRow {
  readonly record: PriceRecord;
  /** Null until it is available. */
  readonly standing: PriceStatus | null;
  /** True when it is shown under the current record of its model. */
  readonly isUnder: boolean;
}

/** The sorted records, with those of one model under its current record. */
export function groupRecordsByModel(
  records: readonly PriceRecord[],
  standing: ReadonlyMap<string, PriceStatus>,
): readonly PriceRow[] {
  const models = recordsByModel(records);
  const leaderOf = (model: string) => {
    const ofModel = models.get(model) ?? [];
    return ofModel.find(({ id }) => standing.get(id) === "current");
  };
  const rows: PriceRow[] = [];
  const done = new Set<string>();
  const place = (record: PriceRecord, isUnder: boolean) => {
    done.add(record.id);
    rows.push({ record, standing: standing.get(record.id) ?? null, isUnder });
  };
  for (const record of records) {
    if (done.has(record.id)) continue;
    const leader = leaderOf(record.model);
    if (leader === undefined) {
      place(record, false);
    } else if (leader.id === record.id) {
      place(leader, false);
      for (const other of models.get(record.model) ?? []) if (other.id !== leader.id) place(other, true);
    }
  }
  return rows;
}

/** The number of records, models and providers. */
export interface PriceCounts {
  readonly records: number;
  readonly models: number;
  readonly providers: number;
}

export function countPrices(records: readonly PriceRecord[]): PriceCounts {
  return {
    records: records.length,
    models: new Set(records.map(({ model }) => model)).size,
    providers: providersOf(records).length,
  };
}

/** The providers by their number of records, largest first; ties by name, so that marks keep their order. */
export function providersOf(records: readonly PriceRecord[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { provider } of records) if (provider !== "") counts.set(provider, (counts.get(provider) ?? 0) + 1);
  return [...counts]
    .sort(([leftName, left], [rightName, right]) => right - left || (leftName < rightName ? -1 : 1))
    .map(([name]) => name);
}

/** `64 price records, 31 models, 5 providers`. */
export function priceCountsText({ records, models, providers }: PriceCounts): string {
  const parts = records === 0 ? [] : [countOf(models, "model"), countOf(providers, "provider")];
  return [countOf(records, "price record"), ...parts].join(", ");
}
