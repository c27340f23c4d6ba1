import type { Call } from "@/lib/api/contract/calls/calls";
import { formatCount } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { formatCallCost } from "@/lib/format/money";
import { callDurationMs, callKind, callUsage, usageTotal } from "./call-facts";

/** Returns the figures of a call in one line; unknown ones are omitted. */
export function callFigureTexts(call: Call, nowMs: number): readonly string[] {
  const { tokensIn, tokensOut, costUsd } = usageTotal(callUsage(call));
  const durationMs = callDurationMs(call, nowMs);
  const hasRate = callKind(call) === "llm" && call.ended_at && tokensOut !== null && durationMs !== null;
  return [
    tokensIn === null ? null : `${formatCount(tokensIn)} in`,
    tokensOut === null ? null : `${formatCount(tokensOut)} out`,
    costUsd === null ? null : formatCallCost(costUsd),
    durationMs === null ? null : formatDuration(durationMs),
    // Over the whole call, since the time of the first token is unknown.
    hasRate && durationMs > 0 ? `${((1000 * tokensOut) / durationMs).toFixed(1)} tok/s` : null,
  ].filter((figure) => figure !== null);
}
