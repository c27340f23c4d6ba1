import type { Board } from "@/app/(dashboard)/[workspace]/leaderboard/ranking/use-board";
import { ChangeMark } from "@/components/evaluation/change-mark";
import { CostCell, Unknown } from "@/components/table/cells";
import { RuledTableCell } from "@/components/training/lists/ruled-table";
import { Quantity } from "@/components/ui/quantity";
import { formatTrials } from "@/lib/evaluation/runs/format-trials";
import type { BoardColumn, BoardRow } from "@/lib/evaluation/runs/leaderboard";
import { trialCost } from "@/lib/evaluation/runs/trial-cost";
import { countOf } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import type { Workspace } from "@/lib/workspace/workspace";
import { BestValue, BoardValue } from "./board-value";
import type { MissingCells } from "./use-missing-cells";

type BoardLineProps = {
  workspace: Workspace;
  row: BoardRow;
  columns: readonly BoardColumn[];
  board: Board;
  missing: MissingCells;
};

const SHARES = { low: 0, high: 1 } as const;

/** A model of a leaderboard: its place, its scores, and what the runs that rank it took. */
export function BoardLine({ workspace, row, columns, board, missing }: BoardLineProps) {
  const { rank, means } = board;
  const figures = board.figuresOf(row);
  const change = board.rankedChangeOf(row);
  const mark =
    change === null ? null : (
      <ChangeMark change={change} direction={board.direction} againstName={board.best?.model || "the best model"} />
    );
  const mean = means?.get(row.model);
  return (
    <tr className="hover:bg-hover">
      <RuledTableCell isEnd className="h-8">
        {row.place ?? <Unknown />}
      </RuledTableCell>
      <RuledTableCell className="h-8 max-w-72 truncate text-code" title={row.model}>
        {row.model || "unnamed model"}
      </RuledTableCell>
      {mean === undefined ? null : (
        <RuledTableCell className="h-8">
          <span className="inline-flex items-center gap-2">
            {mean.value === null ? (
              <span className="text-ink-3">
                {mean.scoreCount} of {countOf(columns.length, "score")}
              </span>
            ) : (
              <BestValue value={mean.value} interval={mean.interval} domain={SHARES} isBest={mean.isBest} />
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
              unfinished={missing.unfinishedOf(row, index)}
              runHref={missing.hrefOf(row, index)}
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
