import { MISSING } from "./missing";

/** The number of tokens that a displayed price is for. */
export const priceUnits = ["1", "1k", "1M"] as const;
export type PriceUnit = (typeof priceUnits)[number];

/** The number of decimal places between a price per token and a price per unit. */
const PLACES: Readonly<Record<PriceUnit, number>> = { "1": 0, "1k": 3, "1M": 6 };

const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i;

/** `token`, `1k tokens`, `1M tokens`. */
export function unitText(per: PriceUnit): string {
  return per === "1" ? "token" : `${per} tokens`;
}

/**
 * Returns a decimal with its point moved to the right, as text: unlike multiplying, this neither loses nor invents
 * digits.
 *
 * @param text a decimal, perhaps with an exponent
 * @returns null when the text is not a decimal
 */
export function shiftDecimal(text: string, places: number): string | null {
  const [, sign = "", integer = "", fraction = "", exponent = "0"] = DECIMAL.exec(text.trim()) ?? [];
  const digits = integer + fraction;
  if (digits === "") return null;
  const point = integer.length + Number(exponent) + places;
  const padded =
    point > digits.length ? digits.padEnd(point, "0") : digits.padStart(digits.length - Math.min(0, point), "0");
  const at = Math.max(0, point);
  const left = padded.slice(0, at).replace(/^0+(?=\d)/, "") || "0";
  const right = padded.slice(at).replace(/(?<!0)0+$/, "");
  const isZero = left === "0" && right === "";
  return `${sign === "-" && !isZero ? "-" : ""}${left}${right === "" ? "" : `.${right}`}`;
}

/** Converts a price per one unit to a price per another, as text. */
export function shiftUnit(text: string, from: PriceUnit, to: PriceUnit): string | null {
  return shiftDecimal(text, PLACES[to] - PLACES[from]);
}

/** Returns the digits of a price per unit, at least two after the point. */
function digitsPerUnit(cost: number, per: PriceUnit): string {
  const text = shiftDecimal(String(cost), PLACES[per]) ?? String(cost);
  const [integer = "0", fraction = ""] = text.split(".");
  return `${integer}.${fraction.padEnd(2, "0")}`;
}

/** Returns a price in its currency with all of its digits: `$0.075`, `2.50 EUR`. Missing is a dash, never zero. */
export function priceText(cost: number | null, currency: string | null, per: PriceUnit): string {
  if (cost === null || !Number.isFinite(cost)) return MISSING;
  const digits = digitsPerUnit(cost, per);
  const isDollar = currency === null || currency === "USD";
  return isDollar ? `$${digits}` : `${digits} ${currency}`;
}

/** Returns a price per token from text typed per unit, or null if it is not a decimal. */
export function costPerToken(text: string, per: PriceUnit): number | null {
  const shifted = shiftDecimal(text, -PLACES[per]);
  return shifted === null ? null : Number(shifted);
}

/** Returns a price per unit as a number, for a position on an axis. */
export function costPerUnit(cost: number, per: PriceUnit): number {
  return Number(shiftDecimal(String(cost), PLACES[per]) ?? Number.NaN);
}

/** The two prices of a record, each with its currency; dollars where none is named. */
interface TokenPrices {
  readonly promptCost: number | null;
  readonly promptUnit?: string | null;
  readonly completionCost: number | null;
  readonly completionUnit?: string | null;
}

/** Returns how many times as much a completion token costs: `4.0×`. Prices in two currencies have no ratio. */
export function ratioText({ promptCost, promptUnit, completionCost, completionUnit }: TokenPrices): string {
  if ((promptUnit ?? "USD") !== (completionUnit ?? "USD")) return MISSING;
  if (promptCost === null || completionCost === null || promptCost <= 0 || completionCost <= 0) return MISSING;
  const ratio = completionCost / promptCost;
  return `${ratio.toFixed(ratio < 100 ? 1 : 0)}×`;
}
