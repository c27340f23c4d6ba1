import { ChevronDown, ChevronRight } from "lucide-react";
import { memo } from "react";
import type { DraftFigures, LeavingOut } from "@/app/(dashboard)/[workspace]/training/new/draft/draft-control";
import { RewardMarks } from "@/app/(dashboard)/[workspace]/training/new/rewards/reward-marks";
import { StatusGlyph } from "@/components/glyph/status-glyph";
import { Button } from "@/components/ui/button";
import { countOf, formatCount } from "@/lib/format/count";
import { formatReward } from "@/lib/format/reward";
import { classNames } from "@/lib/style/class-names";
import { hasSpread } from "@/lib/training/trajectories/advantage-rule";
import type { DraftProblem } from "@/lib/training/trajectories/draft-problems";
import { groupName } from "@/lib/training/trajectories/group-name";
import { GROUP_GRID } from "./group-grid";

type GroupItemProps = {
  control: Pick<DraftFigures, "draft" | "figures"> & LeavingOut;
  index: number;
  problem: DraftProblem | undefined;
  isOpen: boolean;
  isCursor: boolean;
  onToggle: (index: number) => void;
};

/** A group: its shared task, its rewards, and its problems. While the list scrolls, groups that stay do not render again. */
export const DraftGroupItem = memo(function DraftGroupItem(props: GroupItemProps) {
  const { control, index, problem, isOpen, isCursor, onToggle } = props;
  const group = control.draft.groups[index];
  const figures = control.figures[index];
  if (!group || !figures) return null;
  const { rewards, isOut } = control.draft;
  const sent = group.rows.filter((row) => figures.isOut || isOut[row] === 0).map((row) => rewards[row] ?? Number.NaN);
  const { spread } = figures;
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  const full = [group.label, group.title].filter((text) => text !== "").join(" · ") || "no user message";
  const { name, detail } = groupName(group);
  const isFlat = !figures.isOut && figures.count > 0 && !hasSpread(spread);
  return (
    <div
      data-group={index}
      className={classNames(
        GROUP_GRID,
        "group h-full border-b border-line",
        isCursor && "bg-accent-tint",
        problem?.level === "error" && !figures.isOut && "shadow-[inset_2px_0_var(--err)]",
        figures.isOut && "text-ink-3",
      )}
    >
      <button
        type="button"
        aria-expanded={isOpen}
        aria-label={`Group ${index}, ${countOf(group.rows.length, "trajectory", "trajectories")}`}
        onClick={() => onToggle(index)}
        className="flex min-h-6 items-center gap-1 tabular-nums"
      >
        <Chevron size={12} strokeWidth={1.7} aria-hidden="true" className="text-ink-3" />
        {index}
      </button>
      <span className={classNames("truncate", figures.isOut && "line-through")} title={full}>
        {name || full}
        {detail === "" ? null : <span className="ml-1.5 text-micro text-ink-3">{detail}</span>}
        {group.exceptions.length > 0 ? (
          <span className="text-warn"> · {countOf(group.exceptions.length, "exception")}</span>
        ) : null}
      </span>
      <RewardMarks rewards={sent} min={Math.min(0, spread.min ?? 0)} max={Math.max(1, spread.max ?? 1)} />
      <span className="text-right tabular-nums">{formatReward(spread.mean)}</span>
      <span className={classNames("text-right tabular-nums", isFlat && "text-warn")}>
        {formatReward(spread.deviation)}
      </span>
      <span className="text-right tabular-nums max-md:hidden">{formatCount(figures.messageCount)}</span>
      <span
        className="flex min-w-0 items-center gap-1.5 max-md:hidden"
        title={figures.isOut ? undefined : problem?.message}
      >
        {problem === undefined || figures.isOut ? (
          <span className="text-ink-3">{figures.isOut ? "excluded" : "–"}</span>
        ) : (
          <>
            <StatusGlyph status={problem.level} label={problem.level} className="flex-none" />
            <span className="truncate">{reasonIn(problem, index)}</span>
          </>
        )}
      </span>
      <Button
        kind="ghost"
        size="small"
        // Shown on hover or focus, and always on touch screens.
        className={classNames(
          "px-1",
          !figures.isOut &&
            !isCursor &&
            "md:opacity-0 md:group-focus-within:opacity-100 md:group-hover:opacity-100 md:[@media(hover:none)]:opacity-100",
        )}
        disabled={group.rows.length === 0}
        aria-label={`${figures.isOut ? "Include" : "Exclude"} group ${index}`}
        onClick={() => control.setLeftOut(group.rows, !figures.isOut)}
      >
        {figures.isOut ? "Include" : "Exclude"}
      </Button>
    </div>
  );
});

/** Returns a short text for the problem: the path inside the group for an error, the figures for a warning. */
function reasonIn({ level, path, message, inGroup }: DraftProblem, group: number): string {
  if (level === "error") return path.replace(/^trajectory_groups\[\d+\]\./, "");
  return inGroup?.(group) ?? message;
}
