import { ChevronLeft, ChevronRight } from "lucide-react";
import { Button } from "@/components/ui/button";

type ScorePagerProps = {
  groupName: string;
  /** Position of the first shown score. */
  first: number;
  /** Scores that are shown at once, fewer at the end. */
  shown: number;
  count: number;
  step: number;
  onFirst: (first: number) => void;
};

/** Moves through the scores of a group that has more than the table has columns for. */
export function ScorePager({ groupName, first, shown, count, step, onFirst }: ScorePagerProps) {
  return (
    <span className="inline-flex items-center gap-1 text-micro text-ink-3">
      <span className="mr-1">
        scores {first + 1} to {first + shown} of {count}
      </span>
      <Button
        kind="ghost"
        size="icon-small"
        aria-label={`Previous scores of ${groupName}`}
        disabled={first === 0}
        onClick={() => onFirst(Math.max(0, first - step))}
      >
        <ChevronLeft size={13} strokeWidth={1.7} aria-hidden="true" />
      </Button>
      <Button
        kind="ghost"
        size="icon-small"
        aria-label={`Next scores of ${groupName}`}
        disabled={first + shown >= count}
        onClick={() => onFirst(first + step)}
      >
        <ChevronRight size={13} strokeWidth={1.7} aria-hidden="true" />
      </Button>
    </span>
  );
}
