"use client";

import { type ReactNode, useEffect, useRef } from "react";
import type { chosenColumns } from "@/app/(dashboard)/[workspace]/evaluations/list/run-columns";
import { ModelName } from "@/components/evaluation/model-name";
import { ScoreCell } from "@/components/evaluation/score-cell";
import { Checkbox } from "@/components/form/checkbox";
import { StatusGlyph } from "@/components/glyph/status-glyph";
import { RuledTableCell } from "@/components/training/lists/ruled-table";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import type { EvaluationFigures } from "@/lib/api/contract/evaluations/figures";
import type { EvaluationRun } from "@/lib/api/contract/evaluations/runs";
import { evaluationHref } from "@/lib/evaluation/runs/evaluation-hrefs";
import type { RowChoice } from "@/lib/evaluation/runs/row-choice";
import { noRowsWords } from "@/lib/evaluation/runs/row-words";
import { runStateWords, runStatus } from "@/lib/evaluation/runs/run-state-words";
import type { ScoreColumn } from "@/lib/evaluation/runs/score-columns";
import { classNames } from "@/lib/style/class-names";
import type { Workspace } from "@/lib/workspace/workspace";

type EvaluationRowProps = {
  workspace: Workspace;
  run: EvaluationRun;
  figures: EvaluationFigures | undefined;
  failure: ServiceFailure | null;
  /** The rows that count. */
  choice: RowChoice;
  /** The scores that are shown, at most as many as columnCount. */
  columns: readonly ScoreColumn[];
  columnCount: number;
  figureColumns: ReturnType<typeof chosenColumns>;
  againstName: string | null;
  isSelected: boolean;
  isCursor: boolean;
  nowMs: number;
  onToggle: (id: string) => void;
};

/** One run. */
export function EvaluationRow(props: EvaluationRowProps) {
  const { workspace, run, figures, isSelected, isCursor, nowMs } = props;
  const stateWords = runStateWords(run, nowMs);
  const row = useRef<HTMLTableRowElement>(null);
  // The outside system is the scroll position: the cursor moves by keys, also beyond the visible rows.
  useEffect(() => {
    if (isCursor) row.current?.scrollIntoView?.({ block: "nearest" });
  }, [isCursor]);
  return (
    <tr
      ref={row}
      aria-selected={isSelected}
      className={classNames(
        // Not below the header, which stays at the top.
        "scroll-mt-7 hover:bg-hover",
        isSelected && "bg-accent-tint",
        isCursor && "outline-1 -outline-offset-1 outline-accent",
        run.state === "failed" && "shadow-[inset_2px_0_var(--err)]",
        run.state === "running" && "shadow-[inset_2px_0_var(--run)]",
      )}
    >
      <RuledTableCell className="h-8">
        <span className="flex items-center gap-3">
          <Checkbox
            checked={isSelected}
            aria-label={`Select ${run.name}`}
            onCheckedChange={() => props.onToggle(run.id)}
          />
          <span title={stateWords}>
            <StatusGlyph status={runStatus(run)} label={stateWords} />
          </span>
        </span>
      </RuledTableCell>
      <RuledTableCell className="h-8 max-w-52 2xl:max-w-96">
        <span className="flex min-w-0 items-center gap-3">
          <Link href={evaluationHref(workspace.slug, run.id)} className="truncate font-medium text-ink hover:underline">
            {run.name}
          </Link>
          <ModelName name={run.model_name} title={run.model_ref ?? run.model_name} className="text-ink-3" />
        </span>
      </RuledTableCell>
      <ScoreCells {...props} />
      {props.figureColumns.map(({ id, isText, cell }) => (
        <RuledTableCell key={id} isEnd={!isText} className="h-8">
          {cell({ run, figures, nowMs })}
        </RuledTableCell>
      ))}
    </tr>
  );
}

/** The scores, or what is known instead: an error of the run, a silence, figures that did not load. */
function ScoreCells(props: EvaluationRowProps) {
  const { run, figures, failure, choice, columns, columnCount, againstName, nowMs } = props;
  const wide = (content: ReactNode) => (
    <RuledTableCell colSpan={columnCount} className="h-8 max-w-96 truncate">
      {content}
    </RuledTableCell>
  );
  const hasScores = figures !== undefined && figures.scores.length > 0;
  if (run.state === "failed" && !hasScores) return wide(<span className="text-err">{runStateWords(run, nowMs)}</span>);
  if (failure !== null) return wide(<span className="text-err">Could not load the scores: {failure.message}</span>);
  if (figures === undefined) return wide(<Skeleton className="w-3/5" />);
  if (!hasScores) return wide(<span className="text-ink-3">{noScoreWords(run, nowMs)}</span>);
  const isRestricted = choice.rows === "trained" || choice.value !== null;
  if (isRestricted && figures.example_count === 0) {
    return wide(<span className="text-ink-3">{noRowsWords(choice)}</span>);
  }
  return Array.from({ length: columnCount }, (_, index) => {
    const column = columns[index];
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a column is its position
      <RuledTableCell key={index} className="h-8">
        {column === undefined ? null : (
          <ScoreCell
            score={figures.scores.find(({ id }) => id === column.id)}
            exampleCount={figures.example_count}
            // All scores of a run are over the same rows.
            rows={index === 0 ? figures.rows : null}
            domain={column.domain}
            isRunning={run.state === "running"}
            againstName={againstName}
          />
        )}
      </RuledTableCell>
    );
  });
}

function noScoreWords(run: EvaluationRun, nowMs: number): string {
  return run.state === "finished" ? "No scores" : runStateWords(run, nowMs);
}
