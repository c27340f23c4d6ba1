import { kindName } from "@/lib/calls/call-kind";
import type { LaneGroup } from "@/lib/trace/time/lanes";

type LaneGroupsProps = { groups: readonly LaneGroup[]; lanePx: number; widthPx: number };

/** The group names next to their lanes, with a hairline at the end of each group. */
export function LaneGroups({ groups, lanePx, widthPx }: LaneGroupsProps) {
  return groups.map((group) => (
    <div
      key={group.first}
      aria-hidden="true"
      style={{ top: group.first * lanePx, height: group.count * lanePx }}
      className="pointer-events-none absolute inset-x-0 border-b border-line"
    >
      <span
        style={{ width: widthPx, height: lanePx, lineHeight: `${lanePx}px` }}
        className="sticky top-0 block truncate pr-2 pl-4 text-micro text-ink-3"
      >
        {group.kind ? kindName(group.kind) : group.depth === null ? "" : `level ${group.depth + 1}`}
      </span>
    </div>
  ));
}
