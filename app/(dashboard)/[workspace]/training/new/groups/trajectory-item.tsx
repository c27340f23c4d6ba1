import { memo, useState } from "react";
import type { DraftFigures, TrajectoryControl } from "@/app/(dashboard)/[workspace]/training/new/draft/draft-control";
import { Input } from "@/components/form/input";
import { Button } from "@/components/ui/button";
import { countOf } from "@/lib/format/count";
import { formatReward } from "@/lib/format/reward";
import { classNames } from "@/lib/style/class-names";
import {
  type AdvantageRule,
  advantageFormula,
  advantageOf,
  hasSpread,
} from "@/lib/training/trajectories/advantage-rule";
import { MoveTrajectory } from "./move-trajectory";

type TrajectoryItemProps = {
  control: Pick<DraftFigures, "draft" | "figures"> & TrajectoryControl;
  rule: AdvantageRule;
  group: number;
  row: number;
  position: number;
  onRead: (row: number) => void;
};

/** A trajectory of an open group: its reward, which can be edited, and the resulting advantage. */
export const TrajectoryItem = memo(function TrajectoryItem(props: TrajectoryItemProps) {
  const { control, rule, group, row, position, onRead } = props;
  const { draft, figures } = control;
  const trajectory = draft.rows[row];
  const spread = figures[group]?.spread;
  if (!trajectory || !spread) return null;
  const isOut = draft.isOut[row] === 1;
  const reward = draft.rewards[row] ?? Number.NaN;
  const advantage = isOut ? null : advantageOf(reward, spread, rule);
  const name = `group ${group}, trajectory ${position}`;
  return (
    <div
      className={classNames(
        "group flex h-full items-center gap-3 border-b border-line bg-sunken pr-4 pl-[72px] text-small max-md:pr-3 max-md:pl-6",
        isOut && "text-ink-3",
      )}
    >
      <span className={classNames("min-w-0 flex-1 truncate", isOut && "line-through")} title={trajectory.place}>
        <span className="text-ink-3">[{position}]</span> {trajectory.place}
        {trajectory.problems.length > 0 ? (
          <span className="text-err">
            {" "}
            · {trajectory.problems.map(({ path, message }) => `${path}: ${message}`).join("; ")}
          </span>
        ) : null}
      </span>
      <span className="flex-none text-ink-2 max-md:hidden">{countOf(trajectory.messageCount, "message")}</span>
      <RewardField
        key={row}
        name={name}
        reward={reward}
        isChanged={control.isEdited(row)}
        isDisabled={isOut}
        onChange={(typed) => control.setReward(row, typed)}
      />
      <span
        className="w-[112px] flex-none text-right text-ink-2 tabular-nums max-md:hidden"
        title={`Advantage in its group: ${advantageFormula(rule).full}`}
      >
        {advantage === null ? "–" : hasSpread(spread) ? `advantage ${formatReward(advantage)}` : "advantage 0"}
      </span>
      {/* Quiet until they are needed; a finger has nothing to hover with. */}
      <span
        className={classNames(
          "flex flex-none items-center gap-1",
          !isOut &&
            "md:opacity-0 md:group-focus-within:opacity-100 md:group-hover:opacity-100 md:has-[[data-state=open]]:opacity-100 md:[@media(hover:none)]:opacity-100",
        )}
      >
        <Button kind="ghost" size="small" className="px-1" aria-label={`Open ${name}`} onClick={() => onRead(row)}>
          Open
        </Button>
        <MoveTrajectory control={control} row={row} group={group} name={name} />
        <Button
          kind="ghost"
          size="small"
          className="px-1"
          aria-label={`${isOut ? "Include" : "Exclude"} ${name}`}
          onClick={() => control.setLeftOut([row], !isOut)}
        >
          {isOut ? "Include" : "Exclude"}
        </Button>
      </span>
    </div>
  );
});

type RewardFieldProps = {
  name: string;
  reward: number;
  isChanged: boolean;
  isDisabled: boolean;
  onChange: (reward: number | null) => void;
};

/** Accepts a number on blur or Enter; an empty field undoes the typed value. */
function RewardField({ name, reward, isChanged, isDisabled, onChange }: RewardFieldProps) {
  const first = Number.isNaN(reward) ? "" : String(reward);
  // Null while nothing is typed: then the current reward is shown.
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? first;
  const isInvalid = text.trim() !== "" && !Number.isFinite(Number(text));
  const take = () => {
    if (isInvalid) return;
    if (text !== first) onChange(text.trim() === "" ? null : Number(text));
    setTyped(null);
  };
  return (
    <Input
      size="small"
      isMono
      inputMode="decimal"
      aria-label={`Reward of ${name}`}
      placeholder="missing"
      className="w-20 flex-none"
      value={text}
      isChanged={isChanged}
      isInvalid={isInvalid || text.trim() === ""}
      disabled={isDisabled}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === "Enter") take();
        if (event.key === "Escape") setTyped(null);
      }}
    />
  );
}
