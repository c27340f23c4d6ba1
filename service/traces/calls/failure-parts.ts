import { type EngineTime, microsOf } from "@/service/traces/store/engine/timestamps";
import type { FailureParts } from "@/service/traces/store/figures/failure-query";

/** Returns equal parts of a range; null without a number of parts, and for a range without length. */
export function failureParts(count: number | null, from: EngineTime | null, to: EngineTime): FailureParts | null {
  if (count === null || from === null || from >= to) return null;
  return { count, fromMicros: microsOf(from), toMicros: microsOf(to) };
}
