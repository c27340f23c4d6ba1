import { Pin } from "lucide-react";
import { kindName } from "@/lib/calls/call-kind";
import { classNames } from "@/lib/style/class-names";
import type { LaneGroup } from "@/lib/trace/time/lanes";

type LaneGroupsProps = {
  groups: readonly LaneGroup[];
  lanePx: number;
  widthPx: number;
  /** True in the part that stays in view. */
  isPinned: boolean;
  /** Absent where groups cannot be pinned. */
  onPin?: ((group: LaneGroup, isPinned: boolean) => void) | undefined;
};

/** The group names next to their lanes, with a hairline at the end of each group. A press on a name pins the group. */
export function LaneGroups({ groups, lanePx, widthPx, isPinned, onPin }: LaneGroupsProps) {
  return groups.map((group) => (
    <div
      key={group.first}
      style={{ top: group.first * lanePx, height: group.count * lanePx }}
      className="pointer-events-none absolute inset-x-0 border-b border-line"
    >
      {onPin ? <PinButton group={group} heightPx={lanePx} widthPx={widthPx} isPinned={isPinned} onPin={onPin} /> : null}
    </div>
  ));
}

type PinButtonProps = {
  group: LaneGroup;
  heightPx: number;
  widthPx: number;
  isPinned: boolean;
  onPin: (group: LaneGroup, isPinned: boolean) => void;
};

function PinButton({ group, heightPx, widthPx, isPinned, onPin }: PinButtonProps) {
  const name = group.kind ? kindName(group.kind) : `level ${(group.depth ?? 0) + 1}`;
  return (
    <button
      type="button"
      aria-pressed={isPinned}
      aria-label={`Pin ${name}`}
      title={isPinned ? "Unpin these rows" : "Keep these rows in view"}
      style={{ width: widthPx, height: heightPx }}
      onClick={(event) => {
        // The lanes behind it select a call.
        event.stopPropagation();
        onPin(group, !isPinned);
      }}
      className="group/pin pointer-events-auto sticky top-0 flex items-center gap-1 pr-1 pl-4 text-left text-micro text-ink-3 outline-offset-[-2px] hover:text-ink"
    >
      <span className="min-w-0 flex-1 truncate">{name}</span>
      <Pin
        size={11}
        strokeWidth={1.7}
        aria-hidden="true"
        className={classNames(
          "flex-none",
          isPinned ? "fill-current" : "opacity-0 group-hover/pin:opacity-100 group-focus-visible/pin:opacity-100",
        )}
      />
    </button>
  );
}
