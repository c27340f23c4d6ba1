import { formatReward } from "@/lib/format/reward";

/** Number of squares in a cell; the rest are counted. */
const MAX_SQUARES = 6;

type RewardMarksProps = { rewards: readonly number[]; min: number; max: number };

/**
 * A square for each reward, filled by its position between the minimum and the maximum of the draft; red when missing.
 */
export function RewardMarks({ rewards, min, max }: RewardMarksProps) {
  const shown = rewards.slice(0, MAX_SQUARES);
  const words = shown.map((reward) => (Number.isNaN(reward) ? "missing" : formatReward(reward))).join(", ");
  return (
    <span className="flex items-center gap-[3px] whitespace-nowrap" role="img" aria-label={`Rewards ${words}`}>
      {shown.map((reward, index) => (
        <Square
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is what a square stands for
          key={index}
          share={Number.isNaN(reward) ? null : max === min ? Number(reward > 0) : (reward - min) / (max - min)}
        />
      ))}
      {rewards.length > shown.length ? (
        <span className="text-micro text-ink-3">+{rewards.length - shown.length}</span>
      ) : null}
    </span>
  );
}

function Square({ share }: { share: number | null }) {
  const height = 12 * Math.min(1, Math.max(0, share ?? 0));
  const stroke = share === null ? "var(--err)" : share >= 1 ? "var(--vat-7)" : "var(--line-input)";
  return (
    <svg width="12" height="12" aria-hidden="true">
      <rect
        x=".5"
        y=".5"
        width="11"
        height="11"
        rx="2"
        fill={share === null ? "none" : "var(--vat-0)"}
        stroke={stroke}
      />
      {height > 0 ? <rect y={12 - height} width="12" height={height} rx="2" fill="var(--vat-7)" /> : null}
    </svg>
  );
}
