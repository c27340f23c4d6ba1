import { IntervalBar } from "@/components/evaluation/interval-bar";
import type { ComparedSliceScore } from "@/lib/api/contract/evaluations/slice-comparison";
import { countedText } from "@/lib/evaluation/runs/counting-words";
import { formatInterval, formatScore } from "@/lib/evaluation/runs/format-score";

type SliceMeanProps = {
  slice: ComparedSliceScore["slices"][number];
  domain: { readonly low: number; readonly high: number };
};

/** The mean of a run's score over a slice with its interval and its rows. */
export function SliceMean({ slice, domain }: SliceMeanProps) {
  const { rows, examples, mean, interval } = slice;
  if (rows === 0) return <span className="text-ink-3">no rows</span>;
  if (mean === null) return <span className="text-ink-3">no value in {countedText(examples, rows)} rows</span>;
  return (
    <span className="inline-flex items-center gap-x-2 max-md:flex-col max-md:items-start">
      <span className="inline-flex items-center gap-2">
        <span className="tabular-nums">{formatScore(mean)}</span>
        <IntervalBar
          value={mean}
          interval={interval}
          domain={domain}
          isHollow={interval === null}
          className="max-md:hidden"
        />
      </span>
      <span className="text-micro text-ink-3">
        {interval === null ? "no interval" : formatInterval(interval)}, n {countedText(examples, rows)}
      </span>
    </span>
  );
}
