import { ArrowDown, ArrowUp } from "lucide-react";
import { RuledTableHeadCell } from "@/components/training/lists/ruled-table";
import type { BoardColumn } from "@/lib/evaluation/runs/leaderboard";
import { classNames } from "@/lib/style/class-names";

type BoardHeadProps = {
  columns: readonly BoardColumn[];
  ranked: number;
  onRanked: (index: number) => void;
};

/** The header of a leaderboard. A score is a button that ranks the models by it. */
export function BoardHead({ columns, ranked, onRanked }: BoardHeadProps) {
  return (
    <thead>
      <tr>
        <RuledTableHeadCell isEnd className="w-12">
          Rank
        </RuledTableHeadCell>
        <RuledTableHeadCell>Model</RuledTableHeadCell>
        {columns.map((column, index) => {
          const isLower = column.direction === "lower";
          const Arrow = isLower ? ArrowUp : ArrowDown;
          return (
            <RuledTableHeadCell
              key={column.key}
              aria-sort={index === ranked ? (isLower ? "ascending" : "descending") : undefined}
            >
              <button
                type="button"
                onClick={() => onRanked(index)}
                className="inline-flex items-center gap-1 outline-offset-2 hover:text-ink"
              >
                {column.evaluationId}
                <span className={classNames("text-code", index === ranked ? "text-ink" : "text-ink-2")}>
                  {column.scoreId}
                </span>
                {isLower ? "(lower is better)" : ""}
                {index === ranked ? <Arrow size={12} strokeWidth={2} aria-hidden="true" /> : null}
              </button>
            </RuledTableHeadCell>
          );
        })}
        <RuledTableHeadCell isEnd>Examples × trials</RuledTableHeadCell>
        <RuledTableHeadCell isEnd>p50</RuledTableHeadCell>
        <RuledTableHeadCell isEnd>Cost, trial</RuledTableHeadCell>
      </tr>
    </thead>
  );
}
