import { formatInterval, formatScore } from "@/lib/evaluation/runs/format-score";
import { classNames } from "@/lib/style/class-names";

interface Ends {
  readonly low: number;
  readonly high: number;
}

type IntervalBarProps = {
  value: number;
  interval: Ends | null;
  /** The ends of the axis, shared by all bars of a column. */
  domain: Ends;
  /** A dashed tick: the previous run, or all examples. */
  tick?: number | null;
  /** Drawn hollow and grey: running, or within noise. */
  isHollow?: boolean;
  className?: string;
};

/** The position of a value on an axis in percent; a value beyond an end is clipped to it. */
export function axisPercent(value: number, { low, high }: Ends): number {
  if (high <= low) return 50;
  return Math.min(100, Math.max(0, ((value - low) / (high - low)) * 100));
}

/** A value with its 95 % interval on a shared axis. */
export function IntervalBar({ value, interval, domain, tick = null, isHollow = false, className }: IntervalBarProps) {
  const at = (number: number) => axisPercent(number, domain);
  const label =
    interval === null ? formatScore(value) : `${formatScore(value)}, 95% interval ${formatInterval(interval)}`;
  return (
    <span
      role="img"
      aria-label={label}
      title={label}
      className={classNames("relative inline-block h-3 w-[52px]", className)}
    >
      <i className="absolute inset-x-0 top-1/2 h-px bg-line-strong" />
      {interval === null ? null : (
        <i
          className={classNames("absolute top-[4px] h-1 rounded-bar", isHollow ? "bg-line-strong" : "bg-vat-3")}
          style={{ left: `${at(interval.low)}%`, width: `${Math.max(1, at(interval.high) - at(interval.low))}%` }}
        />
      )}
      {tick === null ? null : (
        <i className="absolute top-0 h-3 border-l border-dashed border-ink-3" style={{ left: `${at(tick)}%` }} />
      )}
      <i
        className={classNames(
          "absolute top-[3px] -ml-[3px] size-1.5 rounded-full",
          isHollow ? "border border-ink-3 bg-surface" : "bg-vat-6",
        )}
        style={{ left: `${at(value)}%` }}
      />
    </span>
  );
}
