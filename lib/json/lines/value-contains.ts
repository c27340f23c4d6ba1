import { isLosslessNumber } from "lossless-json";
import { lazyOriginOf } from "@/lib/json/lazy/lazy-value";

/** Returns whether a name or a value in a value has a text. Parts that are not loaded count as without it. */
export function valueContains(value: unknown, pattern: RegExp): boolean {
  if (typeof value === "string") return value.search(pattern) >= 0;
  if (typeof value !== "object" || value === null || isLosslessNumber(value)) {
    return String(value).search(pattern) >= 0;
  }
  if (lazyOriginOf(value) !== undefined) return false;
  if (Array.isArray(value)) return value.some((item) => valueContains(item, pattern));
  return Object.entries(value).some(([name, item]) => name.search(pattern) >= 0 || valueContains(item, pattern));
}
