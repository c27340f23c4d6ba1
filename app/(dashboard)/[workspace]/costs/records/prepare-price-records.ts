import type { CostRecord } from "@/lib/api/contract/costs/costs";
import { plainNumber } from "@/lib/api/contract/scalars/json-text";
import { countOf } from "@/lib/format/count";
import { parseTime } from "@/lib/format/time";

/** One price record, with what the page needs to know of it. Costs are per token. */
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
  readonly effectiveMs: number | null;
}

/** Whether a price counts now, counted until another took effect, or will count later. */
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
    effectiveMs: parseTime(record.effective_date),
  };
}

/** Newest first; of two that took effect at once, the one with the later id. */
function byNewest(left: PriceRecord, right: PriceRecord): number {
  const difference = (right.effectiveMs ?? Number.NEGATIVE_INFINITY) - (left.effectiveMs ?? Number.NEGATIVE_INFINITY);
  if (difference > 0 || difference < 0) return difference;
  return right.id < left.id ? -1 : 1;
}

/** The records of each model, newest first. A price is for a model's name, whoever provides it. */
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

/** How each record stands at a moment: of a model's records the newest that has taken effect counts. */
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

/** A line of the list. */
export interface PriceRow {
  readonly record: PriceRecord;
  /** Null while it is not known. */
  readonly standing: PriceStatus | null;
  /** It stands under the record that counts for its model. */
  readonly isUnder: boolean;
}

/** The records as they were sorted, with those of one model under the one of them that counts now. */
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

/** How many records, models and providers there are. */
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

/** The providers by how many records they have, largest first; equal ones by name, so that marks never jump. */
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
