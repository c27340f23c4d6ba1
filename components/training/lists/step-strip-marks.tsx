import { formatCount } from "@/lib/format/count";

/** A mark below the strip. */
export interface StepMark {
  /** The step that it belongs to, from 1. */
  readonly at: number;
  readonly kind: "checkpoint" | "warning";
  readonly label: string;
}

const MAX_LABELS = 7;
const INTERVALS = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000] as const;

/** Returns round step numbers along a strip, with the first and the last. */
function labelsOf(all: number): readonly number[] {
  const interval = INTERVALS.find((one) => all / one <= MAX_LABELS) ?? 10_000;
  const round = Array.from({ length: Math.floor(all / interval) }, (_, index) => (index + 1) * interval);
  const inner = round.filter((step) => step > interval / 2 && all - step > interval / 2);
  return [...new Set([1, ...inner, all])];
}

/** Marks below a strip: checkpoints as knots, notable steps as triangles, then step numbers. */
export function StepStripMarks({ all, marks }: { all: number; marks: readonly StepMark[] }) {
  const place = (step: number) => ({ left: `${((step - 0.5) / all) * 100}%` });
  return (
    <div className="relative h-5 text-micro text-ink-3 tabular-nums">
      {marks.length === 0 ? null : (
        <ul aria-label="Marks">
          {marks.map(({ at, kind, label }) => (
            <li
              key={`${kind} ${at} ${label}`}
              title={label}
              style={place(at)}
              className="absolute top-0 -translate-x-1/2"
            >
              {kind === "checkpoint" ? (
                <i aria-hidden="true" className="block size-[5px] rounded-full bg-accent" />
              ) : (
                <svg width="8" height="6" aria-hidden="true" className="block fill-warn">
                  <path d="M4 0l4 6H0z" />
                </svg>
              )}
              <span className="sr-only">{label}</span>
            </li>
          ))}
        </ul>
      )}
      {labelsOf(all).map((step) => (
        <span
          key={step}
          aria-hidden="true"
          style={step === all && all > 1 ? { right: 0 } : step === 1 ? { left: 0 } : place(step)}
          className={`absolute bottom-0 leading-3 ${step === 1 || step === all ? "" : "-translate-x-1/2"}`}
        >
          {formatCount(step)}
        </span>
      ))}
    </div>
  );
}
