"use client";

import { useState } from "react";
import { EvaluationRow } from "@/app/(dashboard)/[workspace]/evaluations/list/evaluation-row";
import type { RunColumnId } from "@/app/(dashboard)/[workspace]/evaluations/list/run-column-ids";
import { chosenColumns } from "@/app/(dashboard)/[workspace]/evaluations/list/run-columns";
import { ScorePager } from "@/app/(dashboard)/[workspace]/evaluations/list/score-pager";
import type { GroupFigures } from "@/app/(dashboard)/[workspace]/evaluations/list/use-group-figures";
import { Button } from "@/components/ui/button";
import { Tag } from "@/components/ui/tag";
import type { EvaluationRun } from "@/lib/api/contract/evaluations/runs";
import type { RowChoice } from "@/lib/evaluation/runs/row-choice";
import { FIRST_RUNS, previousRun, type RunGroup, type RunGrouping } from "@/lib/evaluation/runs/run-groups";
import { prepareScoreColumns } from "@/lib/evaluation/runs/score-columns";
import { countOf } from "@/lib/format/count";
import type { Workspace } from "@/lib/workspace/workspace";

type EvaluationGroupProps = {
  workspace: Workspace;
  group: RunGroup;
  grouping: RunGrouping;
  /** All runs, newest first: those that the runs of the group are compared with. */
  runs: readonly EvaluationRun[];
  /** The runs of the group that have a row. */
  shown: readonly EvaluationRun[];
  figures: GroupFigures;
  /** The rows that count. */
  choice: RowChoice;
  columnIds: readonly RunColumnId[];
  selected: readonly string[];
  cursorId: string | null;
  nowMs: number;
  onToggle: (id: string) => void;
  /** Shows the older runs of the group. */
  onOpen: (key: string) => void;
};

const SCORE_COLUMNS = 3;
/** The columns before the scores: check box and name. */
const NAME_COLUMNS = 2;

/** The runs of a dataset version, a model or an evaluation under its name, with columns for their scores. */
export function EvaluationGroup(props: EvaluationGroupProps) {
  const { workspace, group, grouping, runs, shown, figures, columnIds, selected, cursorId, nowMs, onToggle } = props;
  const [firstScore, setFirstScore] = useState(0);
  const isCut = shown.length < group.runs.length;
  const figureColumns = chosenColumns(columnIds);
  const all = prepareScoreColumns(shown.flatMap(({ id }) => figures.figuresOf(id) ?? []));
  const columns = all.slice(firstScore, firstScore + SCORE_COLUMNS);
  const dataset = grouping === "dataset" ? group.runs[0] : undefined;
  const rowCount = dataset?.dataset_row_count ?? null;
  const version = dataset?.dataset_version ?? null;
  const countWords = [
    ...(rowCount === null ? [] : [countOf(rowCount, "row")]),
    countOf(group.runs.length, "evaluation"),
  ].join(", ");
  return (
    <tbody>
      <tr>
        <th
          colSpan={NAME_COLUMNS}
          scope="rowgroup"
          // Without a width of its own: it has that of the names below it.
          className="h-8 max-w-0 border-b border-line bg-sunken pr-2.5 pl-4 text-left font-normal max-md:pl-3"
        >
          <span className="flex min-w-0 items-center gap-2">
            <span className="min-w-16 truncate text-code font-medium" title={group.name}>
              {group.name}
            </span>
            {version === null ? null : <Tag tone="outline">v{version}</Tag>}
            {dataset?.dataset_state === "deleted" ? <Tag tone="warn">dataset deleted</Tag> : null}
            <span className="min-w-0 truncate text-ink-3" title={countWords}>
              {countWords}
            </span>
          </span>
        </th>
        {Array.from({ length: SCORE_COLUMNS }, (_, index) => (
          <td
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its position
            key={index}
            className="max-w-0 truncate border-b border-line bg-sunken px-2.5 text-code"
            title={columns[index]?.id}
          >
            {columns[index]?.id}
          </td>
        ))}
        <td
          colSpan={Math.max(1, figureColumns.length)}
          className="border-b border-line bg-sunken pr-4 text-right max-md:pr-3"
        >
          {all.length > SCORE_COLUMNS ? (
            <ScorePager
              groupName={group.name}
              first={firstScore}
              shown={columns.length}
              count={all.length}
              step={SCORE_COLUMNS}
              onFirst={setFirstScore}
            />
          ) : null}
        </td>
      </tr>
      {shown.map((run) => (
        <EvaluationRow
          key={run.id}
          workspace={workspace}
          run={run}
          figures={figures.figuresOf(run.id)}
          failure={figures.failureOf(run.id)}
          choice={props.choice}
          columns={columns}
          columnCount={SCORE_COLUMNS}
          figureColumns={figureColumns}
          againstName={previousRun(run, runs)?.name ?? null}
          isSelected={selected.includes(run.id)}
          isCursor={run.id === cursorId}
          nowMs={nowMs}
          onToggle={onToggle}
        />
      ))}
      {isCut ? (
        <tr>
          <td
            colSpan={NAME_COLUMNS + SCORE_COLUMNS + Math.max(1, figureColumns.length)}
            className="h-8 border-b border-line pl-14"
          >
            <Button kind="ghost" size="small" onClick={() => props.onOpen(group.key)}>
              Show {countOf(group.runs.length - FIRST_RUNS, "older evaluation")} of {group.name}
            </Button>
          </td>
        </tr>
      ) : null}
    </tbody>
  );
}
