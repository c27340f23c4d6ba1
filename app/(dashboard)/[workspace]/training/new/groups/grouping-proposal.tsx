"use client";

import { useMemo } from "react";
import type { DraftFigures, GroupingControl } from "@/app/(dashboard)/[workspace]/training/new/draft/draft-control";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { countOf, formatCount } from "@/lib/format/count";
import type { RowGrouping } from "@/lib/training/trajectories/group-rows";
import { groupingFigures, proposeGrouping } from "@/lib/training/trajectories/propose-grouping";

const nameOf = (grouping: RowGrouping) =>
  grouping.kind === "path" ? (grouping.path.split(".").at(-1) ?? grouping.path) : "first message";

/** Says that most groups are single trajectories, and which grouping yields more groups with signal. */
export function GroupingProposalNote({ control }: { control: Pick<DraftFigures, "draft"> & GroupingControl }) {
  const { draft, paths, grouping, movedCount } = control;
  const { rows, rewards } = draft;
  const current = useMemo(() => groupingFigures(rows, rewards, grouping), [rows, rewards, grouping]);
  const proposal = useMemo(
    () => (movedCount > 0 ? null : proposeGrouping(rows, rewards, paths, current)),
    [rows, rewards, paths, current, movedCount],
  );
  if (proposal === null) return null;
  const { figures } = proposal;
  const name = nameOf(proposal.grouping);
  return (
    <Callout tone="warn">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="min-w-0">
          {countOf(current.singleCount, "group")} of 1, and a single trajectory is compared with nothing. Try {name}:{" "}
          {countOf(figures.groupCount, "group")}, {formatCount(figures.spreadCount)} with different rewards.
        </span>
        <Button size="small" onClick={() => control.setGrouping(proposal.grouping)}>
          Group by {name}
        </Button>
      </span>
    </Callout>
  );
}
