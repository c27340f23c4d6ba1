"use client";

import type { Board } from "@/app/(dashboard)/[workspace]/leaderboard/ranking/use-board";
import type { BoardColumn, BoardRow } from "@/lib/evaluation/runs/leaderboard";
import { trialCost } from "@/lib/evaluation/runs/trial-cost";
import { CostMapChart } from "./cost-map";
import { DifferencesMatrix } from "./differences-matrix";
import { prepareCostMap } from "./prepare-cost-map";

type BoardChartsProps = {
  board: Board;
  columns: readonly BoardColumn[];
  /** The rows that the search found. */
  shown: readonly BoardRow[];
  /** The model that the keys moved to. */
  cursor: string | null;
};

/** The ranked score against cost, and where the models differ from each other. */
export function BoardCharts({ board, columns, shown, cursor }: BoardChartsProps) {
  const { rank, rows, means, direction } = board;
  const column = rank === "mean" ? undefined : columns[rank];
  const map = prepareCostMap(
    rows.map((row) => ({
      model: row.model,
      value: row.value,
      interval: (column === undefined ? means?.get(row.model) : row.cells[Number(rank)]?.score)?.interval ?? null,
      costUsd: trialCost(board.figuresOf(row)),
    })),
    direction,
  );
  return (
    // The charts take the room that a short list leaves.
    <div className="flex max-h-[560px] min-h-[264px] flex-[1_0_264px] border-t border-line max-lg:max-h-none max-lg:flex-none max-lg:flex-col">
      <CostMapChart
        map={map}
        scoreName={column === undefined ? "Mean score" : column.scoreId}
        found={new Set(shown.map(({ model }) => model))}
        cursor={cursor}
      />
      <DifferencesMatrix
        board={board}
        scoreName={column === undefined ? "the mean" : column.scoreId}
        shown={shown}
        cursor={cursor}
      />
    </div>
  );
}
