import { dayText } from "@/app/(dashboard)/[workspace]/costs/records/effective-day";
import type { PriceRecord } from "@/app/(dashboard)/[workspace]/costs/records/prepare-price-records";
import { type Axis, linearAxis, type Tick } from "@/lib/chart/ticks";
import { costPerUnit, type PriceUnit, shiftDecimal } from "@/lib/format/price";

/** The price of a token from this moment on, per unit. */
interface PriceStep {
  readonly id: string;
  readonly timeMs: number;
  readonly price: number;
}

export interface PriceLine {
  readonly key: "completion" | "prompt";
  readonly color: string;
  readonly steps: readonly PriceStep[];
}

export interface PriceHistory {
  readonly lines: readonly PriceLine[];
  readonly x: Axis;
  readonly y: Axis;
  readonly nowMs: number;
  /** Null when the records have different currencies. */
  readonly currency: string | null;
}

const DAY_MS = 86_400_000;
const MIN_RANGE_MS = 30 * DAY_MS;

const colors = { completion: "var(--vat-7)", prompt: "var(--vat-4)" } as const;

/** A round price on an axis, of any magnitude. */
function axisPrice(value: number): string {
  return shiftDecimal(String(value), 0) ?? String(value);
}

/** The currency of all prices of a model, or null when they differ: then it cannot label the axis. */
function commonCurrency(records: readonly PriceRecord[]): string | null {
  const units = new Set(
    records.flatMap(({ promptUnit, completionUnit }) => [promptUnit ?? "USD", completionUnit ?? "USD"]),
  );
  return units.size === 1 ? ([...units][0] ?? null) : null;
}

function stepsOf(records: readonly PriceRecord[], key: PriceLine["key"], per: PriceUnit): readonly PriceStep[] {
  return records.flatMap((record) => {
    const cost = key === "prompt" ? record.promptCost : record.completionCost;
    if (cost === null || record.effectiveMs === null) return [];
    return [{ id: record.id, timeMs: record.effectiveMs, price: costPerUnit(cost, per) }];
  });
}

/** The days on which a price changed; days too close to another one are not labeled. */
function changeTicks(times: readonly number[], [from, to]: readonly [number, number], nowMs: number): readonly Tick[] {
  const ticks: Tick[] = [];
  const nearest = (to - from) / 5;
  for (const value of [...new Set(times)].sort((left, right) => left - right)) {
    const before = ticks.at(-1)?.value;
    const isNearToday = Math.abs(value - nowMs) < nearest;
    if (isNearToday || (before !== undefined && value - before < nearest)) continue;
    ticks.push({ value, label: dayText(value) });
  }
  return [...ticks, { value: nowMs, label: "today" }].sort((left, right) => left.value - right.value);
}

/**
 * Returns how the price of a model changed by effective date; null when no record has a date.
 *
 * @param records all records of the model, in any order
 */
export function priceHistory(records: readonly PriceRecord[], per: PriceUnit, nowMs: number): PriceHistory | null {
  const dated = records
    .filter(({ effectiveMs }) => effectiveMs !== null)
    .toSorted((left, right) => (left.effectiveMs ?? 0) - (right.effectiveMs ?? 0));
  const times = dated.flatMap(({ effectiveMs }) => effectiveMs ?? []);
  const [first] = times;
  const last = times.at(-1);
  if (first === undefined || last === undefined) return null;
  const lines = (["completion", "prompt"] as const).map((key) => ({
    key,
    color: colors[key],
    steps: stepsOf(dated, key, per),
  }));
  const from = Math.min(first, Math.max(last, nowMs) - MIN_RANGE_MS);
  const to = Math.max(last, nowMs);
  const padding = (to - from) * 0.06;
  const domain = [from - padding, last > nowMs ? to + padding : to] as const;
  const currency = commonCurrency(dated);
  const largest = Math.max(...lines.flatMap(({ steps }) => steps.map(({ price }) => price)));
  return {
    lines,
    x: { domain, ticks: changeTicks(times, domain, nowMs) },
    y: linearAxis(largest, (value) => (currency === "USD" ? `$${axisPrice(value)}` : axisPrice(value))),
    nowMs,
    currency,
  };
}

/** Describes the history in a sentence for screen readers. */
export function historySummary(model: string, { lines }: PriceHistory): string {
  const parts = lines.flatMap(({ key, steps }) => {
    const [first] = steps;
    const last = steps.at(-1);
    if (!first || !last) return [];
    const change =
      steps.length === 1 ? "has one price" : `had ${steps.length} prices, from ${first.price} to ${last.price}`;
    return [`${key} ${change}`];
  });
  return `Price history of ${model}: ${parts.join("; ")}.`;
}
