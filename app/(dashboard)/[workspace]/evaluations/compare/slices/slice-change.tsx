import { DifferenceBar } from "@/components/evaluation/difference-bar";
import { Unknown } from "@/components/table/cells";
import type { ComparedSliceScore } from "@/lib/api/contract/evaluations/slice-comparison";
import { formatDifference } from "@/lib/evaluation/runs/format-score";
import { sliceVerdictWords } from "@/lib/evaluation/runs/slice-words";
import { isWithinNoise } from "@/lib/evaluation/runs/verdict-words";
import { classNames } from "@/lib/style/class-names";

type SliceChangeProps = {
  change: ComparedSliceScore["change"];
  /** Half the width of the axis. */
  reach: number;
};

/** The difference of two slices as a number, a bar with its interval, and words. A slice is not better than another. */
export function SliceChange({ change, reach }: SliceChangeProps) {
  const { difference, interval } = change;
  if (difference === null) return <Unknown />;
  const isNoise = isWithinNoise(change);
  const words = sliceVerdictWords(change);
  const range = interval && `${formatDifference(interval.low)} to ${formatDifference(interval.high)}`;
  const mark = isNoise ? "≈ " : difference > 0 ? "↑ " : "↓ ";
  return (
    <span className="flex items-center gap-x-2.5 max-md:flex-col max-md:items-start">
      <span className="inline-flex items-center gap-2.5">
        <span className="w-12 text-right tabular-nums max-md:w-auto">{formatDifference(difference)}</span>
        <span className="inline-flex max-md:hidden">
          <DifferenceBar {...{ difference, interval, isNoise, words, reach }} direction={null} />
        </span>
      </span>
      <span
        className={classNames("relative max-w-72 truncate text-micro", isNoise ? "text-ink-3" : "text-ink-2")}
        title={words}
      >
        {range === null ? (
          <span aria-hidden="true">fewer than 10 rows</span>
        ) : (
          <span aria-hidden="true">
            {mark}
            {range}
          </span>
        )}
        <span className="sr-only">{words}</span>
      </span>
    </span>
  );
}
