import { formatBytes } from "@/lib/format/bytes";
import { countOf } from "@/lib/format/count";
import { formatReward } from "@/lib/format/reward";
import type { RewardLengths } from "@/lib/training/trajectories/reward-figures";

const CELL = { width: 10, height: 10 } as const;

/** Correlation of length with reward from which a warning is shown. */
const STRONG = 0.5;

/** Rewards against lengths. Deeper cells contain more trajectories. */
export function LengthPlot({ lengths }: { lengths: RewardLengths | null }) {
  return (
    <section aria-label="Reward against length" className="min-w-0">
      <h3 className="mb-1.5 font-medium">Reward against length</h3>
      {lengths === null ? (
        <p className="text-small text-ink-2">At least two rewards are needed for a comparison.</p>
      ) : (
        <>
          <svg
            viewBox={`0 0 ${lengths.columns * CELL.width} ${lengths.lines * CELL.height}`}
            preserveAspectRatio="none"
            role="img"
            aria-label={`Rewards from ${formatReward(lengths.rewards[0])} to ${formatReward(lengths.rewards[1])} against lengths from ${formatBytes(lengths.lengths[0])} to ${formatBytes(lengths.lengths[1])}`}
            className="h-[132px] w-full border-b border-l border-line-strong"
          >
            {Array.from(lengths.counts, (count, index) =>
              count === 0 ? null : (
                <rect
                  // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
                  key={index}
                  x={(index % lengths.columns) * CELL.width + 0.5}
                  y={Math.floor(index / lengths.columns) * CELL.height + 0.5}
                  width={CELL.width - 1}
                  height={CELL.height - 1}
                  fill="var(--vat-7)"
                  opacity={0.25 + 0.75 * Math.sqrt(count / lengths.most)}
                >
                  <title>{countOf(count, "trajectory", "trajectories")}</title>
                </rect>
              ),
            )}
          </svg>
          <div className="flex justify-between text-micro text-ink-3">
            <span>{formatBytes(lengths.lengths[0])}</span>
            <span>{correlationText(lengths.correlation)}</span>
            <span>{formatBytes(lengths.lengths[1])}</span>
          </div>
        </>
      )}
    </section>
  );
}

function correlationText(correlation: number | null): string {
  if (correlation === null) return "all rewards or all lengths are equal";
  const figure = `r = ${formatReward(correlation)}`;
  if (correlation >= STRONG) return `${figure}: reward increases with length; check that length itself is not rewarded`;
  if (correlation <= -STRONG) return `${figure}: reward decreases with length`;
  return `${figure}: weak correlation with length`;
}
