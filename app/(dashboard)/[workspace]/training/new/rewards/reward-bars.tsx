import { countOf, formatCount } from "@/lib/format/count";
import { formatReward } from "@/lib/format/reward";
import type { RewardBar } from "@/lib/training/trajectories/reward-figures";

const nameOf = ({ from, to }: RewardBar) =>
  from === to ? formatReward(from) : `${formatReward(from)} to ${formatReward(to)}`;

/** The number of trajectories by reward. */
export function RewardBars({ bars }: { bars: readonly RewardBar[] }) {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  return (
    <section aria-label="Rewards" className="min-w-0">
      <h3 className="mb-1.5 font-medium">Rewards</h3>
      {bars.length === 0 ? (
        <p className="text-small text-ink-2">No rewards yet. Choose a reward field, or type rewards.</p>
      ) : (
        <ul className="flex h-[132px] items-end gap-1 border-b border-line-strong">
          {bars.map((bar) => (
            <li
              key={bar.from}
              title={`${nameOf(bar)}: ${countOf(bar.count, "trajectory", "trajectories")}`}
              className="grid h-full min-w-0 flex-1 content-end justify-items-center text-micro text-ink-2"
            >
              {bars.length <= 12 ? formatCount(bar.count) : <span className="sr-only">{bar.count}</span>}
              <span
                aria-hidden="true"
                className="block w-full max-w-16 rounded-t-[2px] bg-vat-5"
                style={{ height: `${bar.count === 0 ? 0 : Math.max(2, Math.round((bar.count / most) * 104))}px` }}
              />
              <span className="sr-only"> with reward {nameOf(bar)}</span>
            </li>
          ))}
        </ul>
      )}
      {bars.length > 12 ? (
        <div className="flex justify-between text-micro text-ink-3">
          <span>{formatReward(bars[0]?.from)}</span>
          <span>{formatReward(bars.at(-1)?.to)}</span>
        </div>
      ) : (
        <div className="flex gap-1 text-micro text-ink-3" aria-hidden="true">
          {bars.map((bar) => (
            <span key={bar.from} className="min-w-0 flex-1 truncate text-center">
              {formatReward(bar.from)}
            </span>
          ))}
        </div>
      )}
    </section>
  );
}
