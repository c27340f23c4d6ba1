import { isLosslessNumber } from "lossless-json";
import { isMembers } from "@/lib/json/value/members";

/**
 * True when two values have the same JSON, ignoring the order of members. Stops at the first difference and skips
 * identical objects: requests are long and mostly unchanged.
 */
export function isSameJson(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true;
  if (isLosslessNumber(left)) return isLosslessNumber(right) && left.value === right.value;
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
    return left.every((item, index) => isSameJson(item, right[index]));
  }
  if (!isMembers(left) || !isMembers(right)) return false;
  const names = Object.keys(left);
  if (names.length !== Object.keys(right).length) return false;
  return names.every((name) => Object.hasOwn(right, name) && isSameJson(left[name], right[name]));
}
