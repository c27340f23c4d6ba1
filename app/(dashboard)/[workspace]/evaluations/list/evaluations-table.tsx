"use client";

import { EvaluationGroup } from "@/app/(dashboard)/[workspace]/evaluations/list/evaluation-group";
import type { RunColumnId } from "@/app/(dashboard)/[workspace]/evaluations/list/run-column-ids";
import { chosenColumns } from "@/app/(dashboard)/[workspace]/evaluations/list/run-columns";
import type { GroupFigures } from "@/app/(dashboard)/[workspace]/evaluations/list/use-group-figures";
import { RuledTable, RuledTableHeadCell } from "@/components/training/lists/ruled-table";
import type { EvaluationRun } from "@/lib/api/contract/evaluations/runs";
import { COUNTING_RULE } from "@/lib/evaluation/runs/counting-words";
import type { RowChoice } from "@/lib/evaluation/runs/row-choice";
import { type RunGroup, type RunGrouping, shownRuns } from "@/lib/evaluation/runs/run-groups";
import type { Workspace } from "@/lib/workspace/workspace";

type EvaluationsTableProps = {
  workspace: Workspace;
  groups: readonly RunGroup[];
  grouping: RunGrouping;
  /** All runs, newest first. */
  runs: readonly EvaluationRun[];
  /** The keys of the groups that also show their older runs. */
  opened: readonly string[];
  figures: GroupFigures;
  /** The rows that count. */
  choice: RowChoice;
  columnIds: readonly RunColumnId[];
  selected: readonly string[];
  cursorId: string | null;
  nowMs: number;
  onToggle: (id: string) => void;
  onOpen: (key: string) => void;
};

const SCORE_WORDS =
  "Scores: mean (failed trials 0 in yes-or-no scores, missing left out), 95% interval or distribution, change from the step or version before, ≈ within noise";

/** Runs in groups, each with columns for its own scores. */
export function EvaluationsTable({ groups, opened, ...rest }: EvaluationsTableProps) {
  const figureColumns = chosenColumns(rest.columnIds);
  return (
    <RuledTable label="Evaluations">
      <thead>
        <tr>
          <RuledTableHeadCell className="w-14">
            <span className="sr-only">Select, state</span>
          </RuledTableHeadCell>
          <RuledTableHeadCell>Evaluation, model</RuledTableHeadCell>
          {/* Without a width of its own, so that the columns are as wide as their scores. */}
          <RuledTableHeadCell colSpan={3} title={`${SCORE_WORDS}. ${COUNTING_RULE}`} className="max-w-0 truncate">
            {SCORE_WORDS}
          </RuledTableHeadCell>
          {figureColumns.length === 0 ? <RuledTableHeadCell /> : null}
          {figureColumns.map(({ id, label, title, isText }) => (
            <RuledTableHeadCell key={id} isEnd={!isText} title={title}>
              {label}
            </RuledTableHeadCell>
          ))}
        </tr>
      </thead>
      {groups.map((group) => (
        <EvaluationGroup key={group.key} group={group} shown={shownRuns(group, opened)} {...rest} />
      ))}
    </RuledTable>
  );
}
