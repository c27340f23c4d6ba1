"use client";

import { useState } from "react";
import { EvaluationRow } from "@/app/(dashboard)/[workspace]/evaluations/list/evaluation-row";
import { ScorePager } from "@/app/(dashboard)/[workspace]/evaluations/list/score-pager";
import { useGroupFigures } from "@/app/(dashboard)/[workspace]/evaluations/list/use-group-figures";
import { Button } from "@/components/ui/button";
import { Tag } from "@/components/ui/tag";
import { previousRun, type RunGroup } from "@/lib/evaluation/runs/run-groups";
import { prepareScoreColumns } from "@/lib/evaluation/runs/score-columns";
import { countOf } from "@/lib/format/count";
import type { Workspace } from "@/lib/workspace/workspace";

type EvaluationGroupProps = {
  workspace: Workspace;
  group: RunGroup;
  selected: readonly string[];
  cursorId: string | null;
  nowMs: number;
  onToggle: (id: string) => void;
};

/** Runs of a dataset that are shown at first. */
const FIRST_RUNS = 15;
const SCORE_COLUMNS = 3;
const COLUMN_COUNT = SCORE_COLUMNS + 8;

/** The runs on one dataset version under its name, with columns for its scores. */
export function EvaluationGroup({ workspace, group, selected, cursorId, nowMs, onToggle }: EvaluationGroupProps) {
  const [isWhole, setIsWhole] = useState(false);
  const [firstScore, setFirstScore] = useState(0);
  const isCut = !isWhole && group.runs.length > FIRST_RUNS + 1;
  const shown = isCut ? group.runs.slice(0, FIRST_RUNS) : group.runs;
  const figures = useGroupFigures(workspace, group, shown);
  const all = prepareScoreColumns(figures.all);
  const columns = all.slice(firstScore, firstScore + SCORE_COLUMNS);
  const [first] = group.runs;
  const rowCount = first?.dataset_row_count ?? null;
  const version = first?.dataset_version ?? null;
  return (
    <tbody>
      <tr>
        <th
          colSpan={2}
          scope="rowgroup"
          className="h-8 border-b border-line bg-sunken pl-4 text-left font-normal max-md:pl-3"
        >
          <span className="text-code font-medium">{group.datasetName}</span>
          {version === null ? null : (
            <Tag tone="outline" className="ml-2">
              v{version}
            </Tag>
          )}
          {first?.dataset_state === "deleted" ? (
            <Tag tone="warn" className="ml-2">
              dataset deleted
            </Tag>
          ) : null}
          <span className="ml-2 text-ink-3">
            {rowCount === null ? "" : `${countOf(rowCount, "row")}, `}
            {countOf(group.runs.length, "evaluation")}
          </span>
        </th>
        {Array.from({ length: SCORE_COLUMNS }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its position
          <td key={index} className="border-b border-line bg-sunken px-2.5 text-code" title={columns[index]?.id}>
            {columns[index]?.id}
          </td>
        ))}
        <td
          colSpan={COLUMN_COUNT - SCORE_COLUMNS - 2}
          className="border-b border-line bg-sunken pr-4 text-right max-md:pr-3"
        >
          {all.length > SCORE_COLUMNS ? (
            <ScorePager
              datasetName={group.datasetName}
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
          columns={columns}
          columnCount={SCORE_COLUMNS}
          againstName={previousRun(run, group)?.name ?? null}
          isSelected={selected.includes(run.id)}
          isCursor={run.id === cursorId}
          nowMs={nowMs}
          onToggle={onToggle}
        />
      ))}
      {isCut ? (
        <tr>
          <td colSpan={COLUMN_COUNT} className="h-8 border-b border-line pl-14">
            <Button kind="ghost" size="small" onClick={() => setIsWhole(true)}>
              Show {countOf(group.runs.length - FIRST_RUNS, "older evaluation")} of {group.datasetName}
            </Button>
          </td>
        </tr>
      ) : null}
    </tbody>
  );
}
