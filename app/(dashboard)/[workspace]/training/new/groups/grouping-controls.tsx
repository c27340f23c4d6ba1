"use client";

import { type ReactNode, useMemo } from "react";
import type { DraftFigures, GroupingControl } from "@/app/(dashboard)/[workspace]/training/new/draft/draft-control";
import { Select } from "@/components/form/select";
import { Button } from "@/components/ui/button";
import { countOf, formatCount } from "@/lib/format/count";
import type { RowGrouping } from "@/lib/training/trajectories/group-rows";

const PATH = "path:";

const choiceOf = (grouping: RowGrouping) => (grouping.kind === "path" ? `${PATH}${grouping.path}` : grouping.kind);

function groupingOf(value: string): RowGrouping {
  if (value.startsWith(PATH)) return { kind: "path", path: value.slice(PATH.length) };
  return { kind: value === "all" || value === "first-message" ? value : "source" };
}

type GroupingControlsProps = { control: Pick<DraftFigures, "draft"> & GroupingControl; children: ReactNode };

/** The controls that define groups and the source of rewards. */
export function GroupingControls({ control, children }: GroupingControlsProps) {
  const { paths, draft } = control;
  const { rows } = draft;
  const hasSourceGroups = useMemo(() => rows.some(({ sourceGroup }) => sourceGroup !== null), [rows]);
  const groupings = [
    { value: "source", label: hasSourceGroups ? "as in the source" : "each alone" },
    ...paths.map(({ path, distinct }) => ({
      value: `${PATH}${path}`,
      label: `${path}, ${countOf(distinct, "value")}`,
    })),
    { value: "first-message", label: "first message" },
    { value: "all", label: "all in one" },
  ];
  const rewards = [
    ...paths
      .filter(({ isNumeric }) => isNumeric)
      .map(({ path, count }) => ({ value: `${PATH}${path}`, label: `${path}, ${formatCount(count)} values` })),
    { value: "typed", label: "entered by hand" },
  ];
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-small">
      <span className="flex min-w-0 items-center gap-1.5 text-ink-2">
        Group by
        <Select
          label="Group by"
          value={choiceOf(control.grouping)}
          options={groupings}
          onChange={(value) => control.setGrouping(groupingOf(value))}
          className="max-w-[260px]"
        />
        {control.movedCount === 0 ? null : (
          <>
            {formatCount(control.movedCount)} moved by hand
            <Button kind="ghost" size="small" className="px-1" onClick={control.takeMovesBack}>
              Undo
            </Button>
          </>
        )}
      </span>
      <span className="flex min-w-0 items-center gap-1.5 text-ink-2">
        Reward
        <Select
          label="Reward"
          value={control.rewardPath === null || control.rewardPath === "" ? "typed" : `${PATH}${control.rewardPath}`}
          options={rewards}
          onChange={(value) => control.setRewardPath(value === "typed" ? "" : value.slice(PATH.length))}
          className="max-w-[260px]"
        />
      </span>
      <span className="ml-auto flex flex-wrap items-center gap-1.5 max-md:w-full">{children}</span>
    </div>
  );
}
