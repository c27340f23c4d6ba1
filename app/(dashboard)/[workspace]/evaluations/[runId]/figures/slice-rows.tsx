import { axisPercent, IntervalBar } from "@/components/evaluation/interval-bar";
import type { EvaluationSlices } from "@/lib/api/contract/evaluations/slices";
import { formatScore } from "@/lib/evaluation/runs/format-score";
import { formatCount } from "@/lib/format/count";
import { classNames } from "@/lib/style/class-names";

type SliceRowsProps = { slices: EvaluationSlices; value: string | null; onValue: (value: string) => void };

/** The values of a member, each with its score and interval, beside the mean of all examples. */
export function SliceRows({ slices, value, onValue }: SliceRowsProps) {
  const ends = slices.values.flatMap(({ mean, interval }) => [
    mean ?? 0,
    interval?.low ?? mean ?? 0,
    interval?.high ?? mean ?? 0,
  ]);
  const domain = { low: Math.min(0, ...ends), high: Math.max(1, ...ends) };
  return (
    <ul className="mt-1 min-h-0 overflow-y-auto text-small">
      {slices.values.map((slice) => (
        <li key={slice.value}>
          <button
            type="button"
            aria-pressed={slice.value === value}
            onClick={() => onValue(slice.value)}
            className={classNames(
              "flex h-6 w-full items-center gap-3 rounded-chip px-1.5 text-left hover:bg-hover",
              slice.value === value && "bg-accent-tint",
            )}
          >
            <span className="w-24 flex-none truncate @5xl:w-32">{slice.value}</span>
            <span className="w-10 flex-none text-right text-ink-3">{formatCount(slice.examples)}</span>
            <span className="relative min-w-12 flex-1">
              {slice.mean === null ? null : (
                <IntervalBar
                  value={slice.mean}
                  interval={slice.interval}
                  domain={domain}
                  isHollow={slice.is_within_noise}
                  className="w-full"
                />
              )}
              {slices.mean === null ? null : (
                <i
                  className="absolute inset-y-0 border-l border-dashed border-ink-3"
                  style={{ left: `${axisPercent(slices.mean, domain)}%` }}
                />
              )}
            </span>
            <span className={classNames("w-12 flex-none text-right", !slice.is_within_noise && "font-medium")}>
              {formatScore(slice.mean)}
            </span>
          </button>
        </li>
      ))}
      {slices.other_count > 0 ? (
        <li className="px-1.5 text-micro text-ink-3">{formatCount(slices.other_count)} examples with other values</li>
      ) : null}
    </ul>
  );
}
