import { ChevronLeft, ChevronRight } from "lucide-react";
import { Button } from "@/components/ui/button";
import { formatCount } from "@/lib/format/count";
import { type RunBlock, SHOWN_ROWS } from "./use-run";

/** Steps through the rows of a long run, which follows the rows that run until a step is taken. */
export function RowsPager({ block, rowCount, shownCount }: { block: RunBlock; rowCount: number; shownCount: number }) {
  if (rowCount <= SHOWN_ROWS) return null;
  const from = block.index * SHOWN_ROWS;
  return (
    <span className="inline-flex items-center gap-1 text-small text-ink-3">
      {block.isFollowing ? null : (
        <Button kind="ghost" size="small" onClick={() => block.show(null)}>
          Follow
        </Button>
      )}
      <Button
        kind="ghost"
        size="icon-small"
        aria-label="Earlier rows"
        disabled={block.index === 0}
        onClick={() => block.show(block.index - 1)}
      >
        <ChevronLeft size={14} strokeWidth={1.7} aria-hidden="true" />
      </Button>
      <span className="tabular-nums">
        {formatCount(from + 1)} to {formatCount(from + Math.max(1, shownCount))}
      </span>
      <Button
        kind="ghost"
        size="icon-small"
        aria-label="Later rows"
        disabled={shownCount < SHOWN_ROWS || from + shownCount >= rowCount}
        onClick={() => block.show(block.index + 1)}
      >
        <ChevronRight size={14} strokeWidth={1.7} aria-hidden="true" />
      </Button>
    </span>
  );
}
