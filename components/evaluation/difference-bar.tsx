import { formatDifference } from "@/lib/evaluation/runs/format-score";
import { isImprovement, type ScoreDirection } from "@/lib/evaluation/runs/score-direction";
import type { Interval } from "@/lib/evaluation/statistics/intervals";
import { classNames } from "@/lib/style/class-names";
import { axisPercent } from "./interval-bar";

type DifferenceBarProps = {
  difference: number;
  interval: Interval | null;
  /** True for what may be chance. */
  isNoise: boolean;
  /** How the difference must be read, in a sentence. */
  words: string;
  direction: ScoreDirection;
  /** The largest distance from zero on the axis, shared by all bars of a column. */
  reach: number;
};

/** A difference with its 95 % interval around zero; hollow and grey where it may be noise. */
export function DifferenceBar({ difference, interval, isNoise, words, direction, reach }: DifferenceBarProps) {
  const domain = { low: -reach, high: reach };
  const improves = isNoise ? null : isImprovement(difference, direction);
  const tone = improves === false ? "bg-err" : "bg-vat-6";
  const label = `Difference ${formatDifference(difference)}. ${words}`;
  return (
    <span role="img" aria-label={label} title={label} className="relative inline-block h-3.5 w-28">
      <i className="absolute inset-x-0 top-1/2 h-px bg-line-strong" />
      <i className="absolute inset-y-0 left-1/2 w-0.5 -ml-px bg-line-strong" />
      {interval === null ? null : (
        <i
          className={classNames(
            "absolute top-[4.5px] h-[5px] rounded-bar",
            isNoise ? "border border-line-strong bg-surface" : improves === false ? "bg-err-line" : "bg-vat-3",
          )}
          style={{
            left: `${axisPercent(interval.low, domain)}%`,
            width: `${Math.max(1, axisPercent(interval.high, domain) - axisPercent(interval.low, domain))}%`,
          }}
        />
      )}
      <i
        className={classNames(
          "absolute top-[3px] -ml-1 size-2 rounded-full",
          isNoise ? "border border-ink-3 bg-surface" : tone,
        )}
        style={{ left: `${axisPercent(difference, domain)}%` }}
      />
    </span>
  );
}
