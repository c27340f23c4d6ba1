import { meanOf } from "@/lib/evaluation/statistics/intervals";

type Rewards = readonly (number | null)[];

/**
 * Returns rewards as at most `most` values: the first and the last one, and the means of equal stretches between them. A
 * stretch without a reward is null. All of them without a limit.
 */
export function reducedRewards(rewards: Rewards, most: number | null): (number | null)[] {
  if (most === null || rewards.length <= most) return [...rewards];
  const inner = rewards.slice(1, -1);
  const count = most - 2;
  const means = Array.from({ length: count }, (_, index) => {
    const from = Math.floor((index * inner.length) / count);
    const known = inner.slice(from, Math.floor(((index + 1) * inner.length) / count)).flatMap((one) => one ?? []);
    return known.length === 0 ? null : meanOf(known);
  });
  return [rewards[0] ?? null, ...means, rewards.at(-1) ?? null];
}
