import { ArrowDown, ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import { RuledTableHeadCell } from "@/components/training/lists/ruled-table";
import { hasOwnWeights, weightedColumns } from "@/lib/evaluation/runs/board-mean";
import type { BoardColumn, BoardRank } from "@/lib/evaluation/runs/leaderboard";
import { classNames } from "@/lib/style/class-names";

type BoardHeadProps = {
  columns: readonly BoardColumn[];
  rank: BoardRank;
  hasMean: boolean;
  onRank: (rank: BoardRank) => void;
};

/** The header of a leaderboard. A score is a button that ranks the models by it. */
export function BoardHead({ columns, rank, hasMean, onRank }: BoardHeadProps) {
  return (
    <thead>
      <tr>
        <RuledTableHeadCell className="w-8">
          <span className="sr-only">Selected</span>
        </RuledTableHeadCell>
        <RuledTableHeadCell className="w-20">Rank</RuledTableHeadCell>
        {/* The room that is left goes to the names. */}
        <RuledTableHeadCell className="w-full">Model</RuledTableHeadCell>
        {hasMean ? (
          <RankHead isRanked={rank === "mean"} isLower={false} onRank={() => onRank("mean")}>
            <span title={hasOwnWeights(columns) ? "Weights are set under Edit" : undefined}>
              {hasOwnWeights(columns) ? "Weighted mean" : "Mean"} of {weightedColumns(columns).length}
            </span>
          </RankHead>
        ) : null}
        {columns.map((column, index) => (
          <RankHead
            key={column.key}
            isRanked={index === rank}
            isLower={column.direction === "lower"}
            onRank={() => onRank(index)}
          >
            <span className="grid text-left leading-4">
              <span className="max-w-40 truncate" title={column.evaluationId}>
                {column.evaluationId}
              </span>
              <span className={classNames("text-code", index === rank ? "text-ink" : "text-ink-2")}>
                {column.scoreId}
                {hasMean && column.weight !== 1 ? (
                  <span className="text-ink-3" title={`Weight in the mean: ${column.weight}`}>
                    {" "}
                    × {column.weight}
                  </span>
                ) : null}
              </span>
            </span>
          </RankHead>
        ))}
        {rank === "mean" ? null : <RuledTableHeadCell isEnd>Rows × trials</RuledTableHeadCell>}
        {rank === "mean" ? null : <RuledTableHeadCell isEnd>p50</RuledTableHeadCell>}
        <RuledTableHeadCell isEnd>Cost, trial</RuledTableHeadCell>
      </tr>
    </thead>
  );
}

type RankHeadProps = { isRanked: boolean; isLower: boolean; onRank: () => void; children: ReactNode };

function RankHead({ isRanked, isLower, onRank, children }: RankHeadProps) {
  const Arrow = isLower ? ArrowUp : ArrowDown;
  return (
    <RuledTableHeadCell aria-sort={isRanked ? (isLower ? "ascending" : "descending") : undefined}>
      <button
        type="button"
        onClick={onRank}
        className={classNames("inline-flex items-center gap-1 outline-offset-2 hover:text-ink", isRanked && "text-ink")}
      >
        {children}
        {isLower ? "(lower is better)" : ""}
        {isRanked ? <Arrow size={12} strokeWidth={2} aria-hidden="true" /> : null}
      </button>
    </RuledTableHeadCell>
  );
}
