import type { Board } from "@/app/(dashboard)/[workspace]/leaderboard/ranking/use-board";
import { RuledTableCell } from "@/components/training/lists/ruled-table";
import { formatDifference } from "@/lib/evaluation/runs/format-score";
import type { BoardColumn, BoardRank } from "@/lib/evaluation/runs/leaderboard";
import { MISSING } from "@/lib/format/missing";

type DetectableLineProps = {
  board: Board;
  columns: readonly BoardColumn[];
  /** Cells behind the scores. */
  trailingCount: number;
};

/** The last row: the smallest difference that each column can show. */
export function DetectableLine({ board, columns, trailingCount }: DetectableLineProps) {
  const ranks: readonly BoardRank[] = [...(board.means === null ? [] : ["mean" as const]), ...columns.keys()];
  return (
    <tr className="bg-sunken text-ink-2">
      <RuledTableCell className="h-7" />
      <RuledTableCell className="h-7" />
      <th
        scope="row"
        className="border-b border-line px-2.5 text-left font-normal"
        title="The smallest difference that the shared examples of two models show in four of five tries"
      >
        smallest detectable difference
      </th>
      {ranks.map((rank) => {
        const found = board.pairs.detectableOf(rank);
        const plain = (value: number) => formatDifference(value).replace("+", "");
        return (
          <RuledTableCell key={rank} className="h-7">
            {/* In line with the values above, which have a mark in front. */}
            <span
              className="pl-5"
              title={
                found === null
                  ? "Not known: needs two models with 10 shared examples."
                  : `From ${plain(found.low)} to ${plain(found.high)}, by the two models that are compared`
              }
            >
              {found === null ? MISSING : plain(found.median)}
            </span>
          </RuledTableCell>
        );
      })}
      {Array.from({ length: trailingCount }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an empty cell is its position
        <RuledTableCell key={index} className="h-7" />
      ))}
    </tr>
  );
}
