import type { PriceRecord } from "@/app/(dashboard)/[workspace]/costs/records/prepare-price-records";
import { type Axis, logTicks } from "@/lib/chart/ticks";
import { costPerUnit, type PriceUnit, shiftDecimal } from "@/lib/format/price";

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

/** Space beyond the outermost prices for a mark and its name. */
const LABELLED_RANGE_FACTOR = 1.6;

/** A number without an exponent, of any magnitude: `0.0000025`. */
function plainText(value: number): string {
  return shiftDecimal(String(value), 0) ?? String(value);
}

/** Returns a log axis between round prices, with some space on both sides. */
export function priceAxis(prices: readonly number[], most: number): Axis {
  const known = prices.filter((price) => price > 0 && Number.isFinite(price));
  const smallest = known.length === 0 ? 0.1 : Math.min(...known) / LABELLED_RANGE_FACTOR;
  const largest = known.length === 0 ? 10 : Math.max(...known) * LABELLED_RANGE_FACTOR;
  return {
    domain: [smallest, largest],
    ticks: logTicks(smallest, largest, (value) => `$${plainText(value)}`, most),
  };
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

/** A mark in pixels with the name to place next to it. */
export interface LabelRequest {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

export interface PositionedLabel extends LabelRequest {
  readonly left: number;
  readonly baseline: number;
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Approximate width of a character of the 11 px font; names are mostly lower case. */
const CHARACTER = 5.9;
const HEIGHT = 12;
const GAP = 8;

function isOverlapping(left: Box, right: Box): boolean {
  return left.left < right.right && right.left < left.right && left.top < right.bottom && right.top < left.bottom;
}

/**
 * Places names without covering a mark or another name: right, left, above or below their mark. A name that does not
 * fit is omitted and only shown on hover. Earlier entries have priority.
 */
export function positionLabels(wishes: readonly LabelRequest[], frame: Box): readonly PositionedLabel[] {
  const taken: Box[] = wishes.map(({ x, y }) => ({ left: x - 5, right: x + 5, top: y - 5, bottom: y + 5 }));
  const placed: PositionedLabel[] = [];
  for (const wish of wishes) {
    const width = wish.text.length * CHARACTER;
    const { x, y } = wish;
    const lefts = [
      [x + GAP, y + 4],
      [x - GAP - width, y + 4],
      [x - width / 2, y - GAP],
      [x - width / 2, y + GAP + 9],
    ] as const;
    for (const [left, baseline] of lefts) {
      const box = { left, right: left + width, top: baseline - HEIGHT + 2, bottom: baseline + 2 };
      const isInside =
        box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom;
      if (!isInside || taken.some((other) => isOverlapping(box, other))) continue;
      taken.push(box);
      placed.push({ ...wish, left, baseline });
      break;
    }
  }
  return placed;
}
