"use client";

import { useMemo } from "react";
import type { DraftFigures, GroupingControl } from "@/app/(dashboard)/[workspace]/training/new/draft/draft-control";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { countOf, formatCount } from "@/lib/format/count";
import type { RowGrouping } from "@/lib/training/trajectories/group-rows";
import { groupingFigures, proposeGrouping } from "@/lib/training/trajectories/propose-grouping";
import { SingleGroupsNote } from "./single-groups-note";

const nameOf = (grouping: RowGrouping) =>
  grouping.kind === "path" ? (grouping.path.split(".").at(-1) ?? grouping.path) : "first message";

type GroupingProposalNoteProps = { slug: string; control: Pick<DraftFigures, "draft"> & GroupingControl };

/** Says that most groups are single trajectories, and which grouping yields more groups with signal; or what trains instead. */
export function GroupingProposalNote({ slug, control }: GroupingProposalNoteProps) {
  const { draft, paths, grouping, movedCount } = control;
  const { rows, rewards } = draft;
  const current = useMemo(() => groupingFigures(rows, rewards, grouping), [rows, rewards, grouping]);
  const proposal = useMemo(
    () => (movedCount > 0 ? null : proposeGrouping(rows, rewards, paths, current)),
    [rows, rewards, paths, current, movedCount],
  );
  if (proposal === null) return <SingleGroupsNote slug={slug} draft={draft} figures={current} />;
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
