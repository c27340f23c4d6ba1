import type { Sampling } from "./simulated-runs";

const groups = (count: number, rollouts: number, rest: { hasSameTasks?: true } = {}): Sampling => ({
  kind: "groups",
  groups: count,
  rollouts,
  ...rest,
});

/** The rows of the tables in docs/adr/0071: how rewards come about. */
export const NOISE_SAMPLINGS: readonly (readonly [name: string, sampling: Sampling])[] = [
  ["logged, normal", { kind: "logged", noise: "normal" }],
  ["logged, AR(1) 0.6", { kind: "logged", noise: "autocorrelated", phi: 0.6 }],
  ["logged, t with 3 df", { kind: "logged", noise: "heavy-tailed" }],
  ["2 groups of 4", groups(2, 4)],
  ["4 groups of 8", groups(4, 8)],
  ["16 groups of 8", groups(16, 8)],
  ["64 groups of 8", groups(64, 8)],
  ["4 groups of 4, rewards 0/1", { kind: "passes", groups: 4, rollouts: 4 }],
  ["same 2 tasks of 8", groups(2, 8, { hasSameTasks: true })],
  ["same 8 tasks of 8", groups(8, 8, { hasSameTasks: true })],
];

/** The sampling of the courses beside which something else is measured. */
export const EIGHT_GROUPS = groups(8, 8);
