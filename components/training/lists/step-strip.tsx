import { formatMetric } from "@/lib/training/metrics/format-metric";
import { type StepMark, StepStripMarks } from "./step-strip-marks";

type StepStripProps = {
  label: string;
  /** The noun for a cell: a gradient step or an iteration. */
  noun?: "step" | "iteration";
  done: number;
  total: number | null;
  /** A value for each finished step, which colors its cell; empty where none is known. */
  values: ArrayLike<number>;
  isRunning: boolean;
  /** Marks below the strip, together with step numbers; without them there is no such row. */
  marks?: readonly StepMark[];
};

const MAX_STEP_MARKS = 120;

/** The progress of a job or a run: a cell for each gradient step or iteration, or for several, colored by reward. */
export function StepStrip({ label, noun = "step", done, total, values, isRunning, marks }: StepStripProps) {
  // A job without a gradient has no step to show.
  if (total === 0 && done === 0) return null;
  const all = Math.max(total ?? 0, done, 1);
  const count = Math.min(MAX_STEP_MARKS, all);
  const picks = Array.from({ length: count }, (_, index) => {
    const from = Math.floor((index * all) / count);
    const to = Math.max(from + 1, Math.floor(((index + 1) * all) / count));
    return { from, to, value: values.length === 0 ? null : mean(values, from, Math.min(to, done)) };
  });
  const known = picks.flatMap(({ value }) => value ?? []);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const vat = (value: number) => (high === low ? 5 : 2 + Math.round(((value - low) / (high - low)) * 5));
  // Without any value the strip shows the progress alone; otherwise a cell without one is a gap.
  const doneStyle = (value: number | null) =>
    value !== null
      ? { background: `var(--vat-${vat(value)})` }
      : known.length === 0
        ? { background: "var(--vat-5)" }
        : { backgroundImage: "repeating-linear-gradient(135deg, var(--line-strong) 0 1px, transparent 1px 4px)" };
  const strip = (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuenow={done}
      {...(total === null ? {} : { "aria-valuemax": Math.max(total, done) })}
      className="flex h-[18px] min-w-0 flex-none gap-px"
    >
      {picks.map(({ from, to, value }) => (
        <i
          key={from}
          title={`${noun} ${to === from + 1 ? to : `${from + 1} to ${to}`}${value !== null ? `, reward ${formatMetric("reward", value)}` : known.length > 0 && from < done ? ", no reward" : ""}`}
          className="min-w-0 flex-1 rounded-[1px]"
          style={
            from < done
              ? doneStyle(value)
              : {
                  boxShadow: "inset 0 0 0 1px var(--line-strong)",
                  ...(from === done && isRunning ? { background: "var(--accent-tint)" } : {}),
                }
          }
        />
      ))}
    </div>
  );
  if (marks === undefined) return strip;
  return (
    <div className="grid gap-1">
      {strip}
      <StepStripMarks all={all} marks={marks} />
    </div>
  );
}

function mean(values: ArrayLike<number>, from: number, to: number): number | null {
  let [sum, count] = [0, 0];
  for (let index = from; index < to; index += 1) {
    const value = values[index] ?? Number.NaN;
    if (!Number.isFinite(value)) continue;
    sum += value;
    count += 1;
  }
  return count === 0 ? null : sum / count;
}
