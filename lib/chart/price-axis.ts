import { shiftDecimal } from "@/lib/format/price";
import { type Axis, logTicks } from "./ticks";

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
