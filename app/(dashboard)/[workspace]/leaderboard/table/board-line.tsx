import { useEffect, useRef } from "react";
import type { Board } from "@/app/(dashboard)/[workspace]/leaderboard/ranking/use-board";
import type { BoardSelection } from "@/app/(dashboard)/[workspace]/leaderboard/ranking/use-board-keys";
import { ChangeMark } from "@/components/evaluation/change-mark";
import { ModelName } from "@/components/evaluation/model-name";
import { Checkbox } from "@/components/form/checkbox";
import { CostCell, Unknown } from "@/components/table/cells";
import { RuledTableCell } from "@/components/training/lists/ruled-table";
import { Quantity } from "@/components/ui/quantity";
import { weightedColumns } from "@/lib/evaluation/runs/board-mean";
import { rankText } from "@/lib/evaluation/runs/board-pairs";
import { formatTrials } from "@/lib/evaluation/runs/format-trials";
import type { BoardColumn, BoardRow } from "@/lib/evaluation/runs/leaderboard";
import { trialCost } from "@/lib/evaluation/runs/trial-cost";
import { isWithinNoise } from "@/lib/evaluation/runs/verdict-words";
import { countOf } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { classNames } from "@/lib/style/class-names";
import type { Workspace } from "@/lib/workspace/workspace";
import { BestValue, BoardValue } from "./board-value";
import type { MissingCells } from "./use-missing-cells";

type BoardLineProps = {
  workspace: Workspace;
  row: BoardRow;
  columns: readonly BoardColumn[];
  board: Board;
  missing: MissingCells;
  selection: BoardSelection;
};

const SHARES = { low: 0, high: 1 } as const;

/** A model of a leaderboard: its place, its scores, and what the runs that rank it took. */
export function BoardLine({ workspace, row, columns, board, missing, selection }: BoardLineProps) {
  const { rank, means, pairs, best } = board;
  const figures = board.figuresOf(row);
  const change = best === null ? null : pairs.rankedChange(row, best);
  const range = pairs.rangeOf(row);
  const isCursor = selection.cursor === row.model;
  const isSelected = selection.selected.includes(row);
  const line = useRef<HTMLTableRowElement>(null);
  // The outside system is the scroll position: the cursor moves by keys, also beyond the visible rows.
  useEffect(() => {
    if (isCursor) line.current?.scrollIntoView?.({ block: "nearest" });
  }, [isCursor]);
  const mark =
    change === null ? null : (
      <ChangeMark change={change} direction={board.direction} againstName={board.best?.model || "the best model"} />
    );
  const mean = means?.get(row.model);
  return (
    <tr
      ref={line}
      aria-selected={isSelected}
      className={classNames(
        // Not below the header, which stays at the top.
        "scroll-mt-10 hover:bg-hover",
        isSelected && "bg-accent-tint",
        isCursor && "outline-1 -outline-offset-1 outline-accent",
      )}
    >
      <RuledTableCell className="h-8">
        <Checkbox
          className="align-middle"
          checked={isSelected}
          aria-label={`Select ${row.model || "unnamed model"}`}
          onCheckedChange={() => selection.toggle(row.model)}
        />
      </RuledTableCell>
      <RuledTableCell className="h-8 font-medium tabular-nums">
        {row.place === null ? <Unknown /> : range === null ? row.place : rankText(range)}
      </RuledTableCell>
      <RuledTableCell className="h-8 max-w-0">
        <span className="block min-w-64 max-md:min-w-40">
          <ModelName name={row.model} />
        </span>
      </RuledTableCell>
      {mean === undefined ? null : (
        <RuledTableCell className="h-8">
          <span className="inline-flex items-center gap-2">
            {mean.value === null ? (
              <span className="text-ink-3">
                {mean.scoreCount} of {countOf(weightedColumns(columns).length, "score")}
              </span>
            ) : (
              <BestValue
                value={mean.value}
                interval={mean.interval}
                domain={SHARES}
                isBest={mean.isBest}
                isTied={change !== null && isWithinNoise(change)}
              />
            )}
            {rank === "mean" ? mark : null}
          </span>
        </RuledTableCell>
      )}
      {columns.map((column, index) => (
        <RuledTableCell key={column.key} className="h-8">
          <span className="inline-flex items-center gap-2">
            <BoardValue
              workspace={workspace}
              cell={row.cells[index]}
              change={pairs.columnChange(row, index)}
              unfinished={missing.unfinishedOf(row, index)}
              runHref={missing.hrefOf(row, index)}
              hasCount={board.counted !== null && board.counted.part !== "all"}
            />
            {index === rank ? mark : null}
          </span>
        </RuledTableCell>
      ))}
      {rank === "mean" ? null : <RunCells figures={figures[0]} />}
      <RuledTableCell isEnd className="h-8">
        <CostCell costUsd={trialCost(figures)} />
      </RuledTableCell>
    </tr>
  );
}

function RunCells({ figures }: { figures: ReturnType<Board["figuresOf"]>[number] | undefined }) {
  return (
    <>
      <RuledTableCell isEnd className="h-8">
        {figures === undefined ? <Unknown /> : formatTrials(figures)}
      </RuledTableCell>
      <RuledTableCell isEnd className="h-8">
        {figures?.latency_ms ? <Quantity text={formatDuration(figures.latency_ms.p50)} /> : <Unknown />}
      </RuledTableCell>
    </>
  );
}
