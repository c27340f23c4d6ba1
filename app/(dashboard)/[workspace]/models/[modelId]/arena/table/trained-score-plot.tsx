import type { ColumnFigures } from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/answers/prepare-scores";
import { formatReward } from "@/lib/format/reward";

const WIDTH = 132;
const HEIGHT = 30;
const EDGE = 6;
const MIDDLE_PX = 15.5;

/** From this gap on, a checkpoint does so much better on seen prompts that the gap has another color. */
export const LARGE_GAP = 0.2;

/** The position of a mean reward from 0 to 1. */
const positionOf = (mean: number) => EDGE + Math.min(1, Math.max(0, mean)) * (WIDTH - 2 * EDGE);

/** Means over seen and unseen prompts, with the pinned column's mean as a line. */
export function TrainedScorePlot({ figures, base }: { figures: ColumnFigures; base: number | null }) {
  const { seen, unseen } = figures;
  if (seen === null && unseen === null) return null;
  const isLarge = seen !== null && unseen !== null && seen - unseen > LARGE_GAP;
  return (
    <svg width={WIDTH} height={HEIGHT} role="img" aria-label={plotLabel(figures)} className="max-w-full">
      <line x1="0" x2={WIDTH} y1={MIDDLE_PX} y2={MIDDLE_PX} stroke="var(--line-strong)" />
      {base === null ? null : (
        <line x1={positionOf(base)} x2={positionOf(base)} y1="8" y2="23" stroke="var(--ink-3)" strokeDasharray="2 2" />
      )}
      {seen === null || unseen === null || seen === unseen ? null : (
        <rect
          x={Math.min(positionOf(seen), positionOf(unseen))}
          y={MIDDLE_PX - 2}
          width={Math.abs(positionOf(seen) - positionOf(unseen))}
          height="4"
          fill={isLarge ? "var(--dye-weld)" : "var(--vat-3)"}
        />
      )}
      {unseen === null ? null : <UnseenDot x={positionOf(unseen)} y={MIDDLE_PX} />}
      {seen === null || seen === unseen ? null : (
        <circle cx={positionOf(seen)} cy={MIDDLE_PX} r="4.4" fill="var(--vat-6)" />
      )}
    </svg>
  );
}

function UnseenDot({ x, y }: { x: number; y: number }) {
  return <circle cx={x} cy={y} r="4" fill="var(--bg)" stroke="var(--vat-6)" strokeWidth="1.75" />;
}

const plotLabel = ({ seen, unseen }: ColumnFigures) => `seen ${formatReward(seen)}, unseen ${formatReward(unseen)}`;

/** The legend of the marks in the column headers. */
export function TrainedScoreLegend() {
  return (
    <span className="grid">
      <b className="flex h-[30px] items-center text-small font-medium">Mean reward</b>
      <span className="flex h-[34px] flex-wrap items-center gap-x-3 gap-y-0.5 text-micro text-ink-2">
        <span className="inline-flex items-center gap-1.5">
          <svg width="10" height="10" aria-hidden="true">
            <circle cx="5" cy="5" r="4.4" fill="var(--vat-6)" />
          </svg>
          seen
        </span>
        <span className="inline-flex items-center gap-1.5">
          <svg width="10" height="10" aria-hidden="true">
            <UnseenDot x={5} y={5} />
          </svg>
          unseen
        </span>
        <span className="inline-flex items-center gap-1.5">
          <svg width="10" height="10" aria-hidden="true">
            <line x1="5" x2="5" y1="0" y2="10" stroke="var(--ink-3)" strokeDasharray="2 2" />
          </svg>
          pinned
        </span>
      </span>
      <span className="flex h-[28px] items-center text-micro text-ink-3">Win, tie, loss against the pinned column</span>
    </span>
  );
}
