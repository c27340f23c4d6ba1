import type { Call } from "@/lib/api/contract/calls/calls";
import { formatCount } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { formatCallCost } from "@/lib/format/money";
import { callDurationMs, callKind, callUsage, usageTotal } from "./call-facts";

/** The figures of a call in a line; what is not known has no place in it. */
export function callFigureTexts(call: Call, nowMs: number): readonly string[] {
  const { tokensIn, tokensOut, costUsd } = usageTotal(callUsage(call));
  const durationMs = callDurationMs(call, nowMs);
  const hasRate = callKind(call) === "llm" && call.ended_at && tokensOut !== null && durationMs !== null;
  return [
    tokensIn === null ? null : `${formatCount(tokensIn)} in`,
    tokensOut === null ? null : `${formatCount(tokensOut)} out`,
    costUsd === null ? null : formatCallCost(costUsd),
    durationMs === null ? null : formatDuration(durationMs),
    // Over the whole call: when the first token came is not known.
    hasRate && durationMs > 0 ? `${((1000 * tokensOut) / durationMs).toFixed(1)} tok/s` : null,
  ].filter((figure) => figure !== null);
}
