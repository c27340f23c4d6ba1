import type { RolloutGroup } from "@/lib/api/contract/training-runs/training-runs";

/** The rollouts of one rank beside each other, each as a group of its own; null where a side has no reward. */
interface ExtremeRow {
  readonly key: string;
  readonly title: string;
  readonly groups: readonly (RolloutGroup | null)[];
}

/** The rollouts of each end that are shown. */
const MAX_EXTREMES = 3;

interface RankedRollout {
  readonly group: RolloutGroup;
  readonly rollout: RolloutGroup["rollouts"][number];
  readonly reward: number;
}

/** Returns the rollouts with a reward, the best first. */
const ranked = (groups: readonly RolloutGroup[]): readonly RankedRollout[] =>
  groups
    .flatMap((group) =>
      group.rollouts.flatMap((rollout) =>
        rollout.reward === null ? [] : [{ group, rollout, reward: rollout.reward }],
      ),
    )
    .sort((left, right) => right.reward - left.reward);

/** A rollout alone, in place of its group. */
const alone = (ranked: RankedRollout | undefined): RolloutGroup | null =>
  ranked === undefined
    ? null
    : {
        ...ranked.group,
        ...{ rollouts: [ranked.rollout], reward_mean: ranked.reward, reward_std_dev: null, has_signal: true },
      };

/**
 * Returns the best rollouts of each side beside each other, then the worst: up to three of each end, as many as every side with
 * rewards has, so that none is both. Empty where no side has a reward.
 */
export function extremeRollouts(sides: readonly (readonly RolloutGroup[])[]): readonly ExtremeRow[] {
  const all = sides.map(ranked);
  const lengths = all.flatMap(({ length }) => (length === 0 ? [] : [length]));
  if (lengths.length === 0) return [];
  const count = Math.min(MAX_EXTREMES, Math.floor(Math.min(...lengths) / 2));
  const places = Array.from({ length: Math.max(1, count) }, (_, place) => place);
  const rowAt = (end: "best" | "worst", place: number): ExtremeRow => ({
    key: `${end} ${place}`,
    title: `${end === "best" ? "Best" : "Worst"} rollout${place === 0 ? "" : ` ${place + 1}`}`,
    groups: all.map((own) => alone(own.at(end === "best" ? place : -1 - place))),
  });
  return [
    ...places.map((place) => rowAt("best", place)),
    ...(count === 0 ? [] : places.map((place) => rowAt("worst", place))),
  ];
}
