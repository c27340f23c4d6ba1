import type { PriceRecord } from "@/app/(dashboard)/[workspace]/costs/records/prepare-price-records";
import { priceAxis } from "@/lib/chart/price-axis";
import type { Axis } from "@/lib/chart/ticks";
import { costPerUnit, type PriceUnit } from "@/lib/format/price";

/** A model on the map, its prices per unit. */
export interface MapPoint {
  readonly id: string;
  readonly model: string;
  readonly provider: string;
  readonly prompt: number;
  readonly completion: number;
  readonly promptCost: number;
  readonly completionCost: number;
}

export interface PriceMap {
  readonly points: readonly MapPoint[];
  readonly x: Axis;
  readonly y: Axis;
  /** Current prices that cannot be placed on a log scale or have another currency. */
  readonly leftOut: readonly PriceRecord[];
}

function isDollar({ promptUnit, completionUnit }: PriceRecord): boolean {
  return [promptUnit, completionUnit].every((unit) => unit === null || unit === "USD");
}

/** Returns the current prices, prompt against completion, both per unit. */
export function priceMap(current: readonly PriceRecord[], per: PriceUnit): PriceMap {
  const points: MapPoint[] = [];
  const leftOut: PriceRecord[] = [];
  for (const record of current) {
    const { promptCost, completionCost } = record;
    if (!promptCost || !completionCost || promptCost < 0 || completionCost < 0 || !isDollar(record)) {
      leftOut.push(record);
      continue;
    }
    points.push({
      id: record.id,
      model: record.model,
      provider: record.provider,
      prompt: costPerUnit(promptCost, per),
      completion: costPerUnit(completionCost, per),
      promptCost,
      completionCost,
    });
  }
  const x = priceAxis(
    points.map(({ prompt }) => prompt),
    7,
  );
  const y = priceAxis(
    points.map(({ completion }) => completion),
    8,
  );
  return { points, x, y, leftOut };
}

/**
 * Returns the ends of the line on which completions cost `ratio` times as much, within the map; null when it does not
 * cross the map.
 */
export function ratioLine({ x, y }: Pick<PriceMap, "x" | "y">, ratio: number) {
  const from = Math.max(x.domain[0], y.domain[0] / ratio);
  const to = Math.min(x.domain[1], y.domain[1] / ratio);
  return from < to ? { from, to } : null;
}
