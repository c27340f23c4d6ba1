"use client";

import { EvaluationGroup } from "@/app/(dashboard)/[workspace]/evaluations/list/evaluation-group";
import { RuledTable, RuledTableHeadCell } from "@/components/training/lists/ruled-table";
import type { RunGroup } from "@/lib/evaluation/runs/run-groups";
import type { Workspace } from "@/lib/workspace/workspace";

type EvaluationsTableProps = {
  workspace: Workspace;
  groups: readonly RunGroup[];
  selected: readonly string[];
  cursorId: string | null;
  nowMs: number;
  onToggle: (id: string) => void;
};

/** Runs under the dataset version that they are on; each dataset has scores of its own. */
export function EvaluationsTable({ groups, ...rest }: EvaluationsTableProps) {
  return (
    <RuledTable label="Evaluations">
      <thead>
        <tr>
          <RuledTableHeadCell className="w-14">
            <span className="sr-only">Select, state</span>
          </RuledTableHeadCell>
          <RuledTableHeadCell>Evaluation, model</RuledTableHeadCell>
          <RuledTableHeadCell colSpan={3}>
            Scores: value, 95% interval or distribution, change from the run before, ≈ within noise
          </RuledTableHeadCell>
          <RuledTableHeadCell isEnd>Examples × trials</RuledTableHeadCell>
          <RuledTableHeadCell isEnd>Errors</RuledTableHeadCell>
          <RuledTableHeadCell isEnd>p50</RuledTableHeadCell>
          <RuledTableHeadCell isEnd>Tokens</RuledTableHeadCell>
          <RuledTableHeadCell isEnd>Cost</RuledTableHeadCell>
          <RuledTableHeadCell isEnd>Started</RuledTableHeadCell>
        </tr>
      </thead>
      {groups.map((group) => (
        <EvaluationGroup key={group.key} group={group} {...rest} />
      ))}
    </RuledTable>
  );
}
