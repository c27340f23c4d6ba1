import { formatReward } from "@/lib/format/reward";

/** More rewards than this are drawn as bars, which fit in the width of four squares. */
const MAX_SQUARES = 4;
const WIDTH = 58;
const HEIGHT = 12;

type GroupRewardsProps = { rewards: readonly number[]; exceptionCount: number };

/**
 * A square for each reward, filled by its position between 0 and 1, or between the group's own ends; dashed for
 * exceptions.
 */
export function GroupRewards({ rewards, exceptionCount }: GroupRewardsProps) {
  const count = rewards.length + exceptionCount;
  const low = Math.min(0, ...rewards);
  const high = Math.max(1, ...rewards);
  const step = count <= MAX_SQUARES ? 15 : WIDTH / count;
  const width = count <= MAX_SQUARES ? HEIGHT : Math.max(1, step - Math.min(2, step / 4));
  return (
    <svg width={WIDTH} height={HEIGHT} aria-hidden="true" className="block overflow-visible">
      {rewards.map((reward, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place is what a mark stands for
        <Mark key={index} x={index * step} width={width} share={(reward - low) / (high - low)} />
      ))}
      {Array.from({ length: exceptionCount }, (_, index) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is what a mark stands for
          key={index}
          x={(rewards.length + index) * step + 0.5}
          y=".5"
          width={Math.max(0.5, width - 1)}
          height={HEIGHT - 1}
          rx="2"
          fill="none"
          stroke="var(--err)"
          strokeDasharray="2 1.5"
        />
      ))}
    </svg>
  );
}

function Mark({ x, width, share }: { x: number; width: number; share: number }) {
  const height = HEIGHT * Math.min(1, Math.max(0, share));
  const rx = Math.min(2, width / 3);
  return (
    <>
      <rect
        x={x + 0.5}
        y=".5"
        width={Math.max(0.5, width - 1)}
        height={HEIGHT - 1}
        rx={rx}
        fill="var(--vat-0)"
        stroke={share >= 1 ? "var(--vat-7)" : "var(--line-input)"}
      />
      {height > 0 ? <rect x={x} y={HEIGHT - height} width={width} height={height} rx={rx} fill="var(--vat-7)" /> : null}
    </>
  );
}

/** One reward or one exception as a square. */
export function RewardMarker({ reward }: { reward: number | null }) {
  return (
    <span className="inline-block w-3 flex-none overflow-hidden">
      <GroupRewards rewards={reward === null ? [] : [reward]} exceptionCount={reward === null ? 1 : 0} />
    </span>
  );
}

/** Describes the rewards of a group in words. */
export function rewardListText(rewards: readonly number[], exceptionCount: number): string {
  const shown = rewards.slice(0, 16).map(formatReward).join(", ");
  const more = rewards.length > 16 ? ` and ${rewards.length - 16} more` : "";
  const failed = exceptionCount === 0 ? "" : `; ${exceptionCount} failed`;
  return rewards.length === 0 ? `no rewards${failed}` : `rewards ${shown}${more}${failed}`;
}
