"use client";

import { useMemo } from "react";
import type { DraftFigures, LeavingOut } from "@/app/(dashboard)/[workspace]/training/new/draft/draft-control";
import { Button } from "@/components/ui/button";
import { countOf, formatCount } from "@/lib/format/count";
import { formatReward } from "@/lib/format/reward";
import { formatShortShare } from "@/lib/format/share";
import { type AdvantageRule, advantageFormula } from "@/lib/training/trajectories/advantage-rule";
import {
  type DraftRows,
  duplicateRows,
  outliersIn,
  rewardHistogram,
  rewardLengths,
} from "@/lib/training/trajectories/reward-figures";
import { InspectionRows } from "./inspection-rows";
import { LengthPlot } from "./length-plot";
import { RewardBars } from "./reward-bars";

type RewardInspectionProps = {
  control: DraftFigures & LeavingOut;
  rule: AdvantageRule;
  onShow: (group: number) => void;
};

/** Checks of the rewards before training. */
export function RewardInspection({ control, rule, onShow }: RewardInspectionProps) {
  const { draft, totals, figures } = control;
  const bars = useMemo(() => rewardHistogram(draft), [draft]);
  const lengths = useMemo(() => rewardLengths(draft), [draft]);
  const duplicates = useMemo(() => duplicateRows(draft), [draft]);
  const far = useMemo(() => outliers(control.draft), [control.draft]);
  const groupOf = useMemo(() => groupsOfRows(draft.groups, draft.rows.length), [draft.groups, draft.rows]);
  const flat = totals.flatGroups;
  const flatRows = () => flat.flatMap((group) => draft.groups[group]?.rows ?? []);
  const place = (row: number) => ({
    key: String(row),
    name: draft.rows[row]?.place ?? "",
    facts: `reward ${formatReward(draft.rewards[row])}, ${countOf(draft.rows[row]?.messageCount ?? 0, "message")}`,
    group: groupOf[row] ?? 0,
  });
  return (
    <section
      aria-label="Reward analysis"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard
      tabIndex={0}
      className="grid min-h-0 flex-1 content-start gap-x-8 gap-y-5 overflow-auto px-4 py-3 max-md:px-3 xl:grid-cols-2"
    >
      <RewardBars bars={bars} />
      <LengthPlot lengths={lengths} />
      <p className="text-small text-ink-2 xl:col-span-2">
        Advantage = {advantageFormula(rule).full} with the current configuration. It is 0 in a group whose rewards are
        equal, so the group has no gradient. Open a group to see the advantage of each trajectory.
      </p>
      <InspectionRows
        title={`${countOf(flat.length, "group")} with zero variance`}
        note={
          flat.length === 0
            ? "Every group has reward variance."
            : `${formatShortShare(flat.length / Math.max(1, totals.groupCount))} of the groups: all rewards are equal, or there is one trajectory.`
        }
        items={flat}
        rowOf={(group) => ({
          key: `group-${group}`,
          name: [draft.groups[group]?.label, draft.groups[group]?.title].filter(Boolean).join(" · "),
          facts: `${formatCount(figures[group]?.count ?? 0)} × ${formatReward(figures[group]?.spread.mean)}`,
          group,
        })}
        onShow={onShow}
        action={
          flat.length === 0 ? null : (
            <Button size="small" onClick={() => control.setLeftOut(flatRows(), true)}>
              Exclude groups
            </Button>
          )
        }
      />
      <InspectionRows
        title={countOf(duplicates.length, "duplicate")}
        note={duplicates.length === 0 ? "No duplicate trajectories." : "Each repeats an earlier trajectory."}
        items={duplicates}
        rowOf={place}
        onShow={onShow}
        action={
          duplicates.length === 0 ? null : (
            <Button size="small" onClick={() => control.setLeftOut(duplicates, true)}>
              Exclude duplicates
            </Button>
          )
        }
      />
      <InspectionRows
        title={countOf(far.length, "outlier")}
        note="Rewards or lengths more than three interquartile ranges beyond the quartiles."
        items={far}
        rowOf={place}
        onShow={onShow}
        action={null}
      />
    </section>
  );
}

/** Returns the group of each row. */
function groupsOfRows(groups: DraftRows["groups"], count: number): Uint32Array {
  const groupByRow = new Uint32Array(count);
  for (const [group, { rows }] of groups.entries()) for (const row of rows) groupByRow[row] = group;
  return groupByRow;
}

/** Returns the rows whose reward or length is far from the others. */
function outliers({ rows, rewards, isOut }: DraftRows): number[] {
  const sent = (value: number, index: number) => (isOut[index] === 1 ? Number.NaN : value);
  const lengths = Float64Array.from(rows, ({ start, end }, index) => sent(end - start, index));
  return [...new Set([...outliersIn(rewards.map(sent)), ...outliersIn(lengths)])].sort((left, right) => left - right);
}
