import { kindName } from "@/lib/calls/call-kind";
import { formatDuration } from "@/lib/format/duration";
import { statusName } from "@/lib/format/status";
import { durationOf, kindOf, nameOf, statusOf, type TraceSkeleton } from "@/lib/trace/skeleton/trace-skeleton";

/** Describes a call in one sentence, for screen readers. */
export function callTooltipText(skeleton: TraceSkeleton, row: number, untilMs: number): string {
  const depth = skeleton.depth[row] ?? 0;
  return [
    nameOf(skeleton, row),
    kindName(kindOf(skeleton, row)),
    statusName(statusOf(skeleton, row)),
    formatDuration(durationOf(skeleton, row, untilMs)),
    `starts after ${formatDuration(skeleton.startMs[row] ?? 0)}`,
    `level ${depth + 1}`,
  ].join(", ");
}
