import type { JudgedIteration } from "@/service/training/training-runs/figures/judgement";
import type { RewardedIteration, Trend } from "@/service/training/training-runs/figures/reward-trend";
import { verdictOf } from "@/service/training/training-runs/figures/verdict";
import { EIGHT_GROUPS } from "./noise-samplings";
import { firstWord, type Sampling, sampler } from "./simulated-runs";

/** A change of the mean reward, in deviations of a single reward. */
interface Movement {
  readonly name: string;
  /** The words that find it. */
  readonly kinds: readonly Trend["kind"][];
  /** The iteration, from 0, at which it begins. */
  readonly from: (length: number) => number;
  readonly shift: (index: number, length: number) => number;
}

/** Returns a steady rise from the first iteration on. */
export const trend = (slope: number): Movement => ({
  name: `slope of ${slope} per iteration`,
  kinds: ["rising"],
  from: () => 0,
  shift: (index) => slope * index,
});

const third = (length: number) => Math.floor(length / 3);
const half = (length: number) => Math.floor(length / 2);

/** Returns a rise at once, after a third of the run. */
export const step = (size: number): Movement => ({
  name: `step of ${size} at a third`,
  kinds: ["rising"],
  from: third,
  shift: (index, length) => (index < third(length) ? 0 : size),
});

/** Returns a fall at once, after half of the run. */
export const drop = (size: number): Movement => ({
  name: `drop of ${size} at a half`,
  kinds: ["fell", "falling"],
  from: half,
  shift: (index, length) => (index < half(length) ? 0 : -size),
});

/** Returns, for each run that finds a movement, the iterations from its begin to the word. */
export function detectionDelays(sampling: Sampling, movement: Movement, length: number, runs: number): number[] {
  const { kinds, from, shift } = movement;
  const isWord = (kind: Trend["kind"], index: number) => index >= from(length) && kinds.includes(kind);
  return Array.from({ length: runs }, (_, run) =>
    firstWord(sampling, run + 1, length, { shift: (index) => shift(index, length), isWord }),
  ).flatMap((at) => (at === null ? [] : [at - from(length)]));
}

/** A reward, and what is measured beside it. */
interface Course {
  readonly name: string;
  readonly shift: (index: number) => number;
  readonly beside: (index: number, noise: number) => Partial<JudgedIteration>;
}

export const COURSE_LENGTH = 120;
const CHANGE_AT = 90;
const isAfter = (index: number) => index >= CHANGE_AT;
const learned = (index: number) => 2 - 2 * Math.exp(-index / 15);
const collapsed = (index: number) => learned(index) - (isAfter(index) ? 1.5 : 0);
const steady = (_: number, noise: number) => ({ entropy: 1.2 * (1 + noise / 10), length: 400 + 20 * noise });

/** What happens in training: the word depends on what is measured beside the reward. */
export const COURSES = {
  noise: { name: "noise", shift: () => 0, beside: steady },
  collapse: {
    name: "collapse with entropy",
    shift: collapsed,
    beside: (index, noise) => ({ ...steady(index, noise), entropy: (isAfter(index) ? 0.3 : 1.2) * (1 + noise / 10) }),
  },
  fall: { name: "fall while entropy and length stay", shift: collapsed, beside: steady },
  rewardForLength: {
    name: "reward that rises with length",
    shift: learned,
    beside: (index, noise) => ({ ...steady(index, noise), length: 100 + 4 * index + 10 * noise }),
  },
} as const satisfies Readonly<Record<string, Course>>;

const judgedOf = ({ reward, error, deviation }: RewardedIteration, index: number): JudgedIteration => ({
  ...{ iteration: index + 1, mean: reward, error, deviation, failures: null },
  ...{ groups: 8, groupsWithSignal: 8, min: null, max: null },
});

/** Returns how many runs of a course end with each word; a rise whose sentence names the length has a word of its own. */
export function wordsOf({ shift, beside }: Course, runs: number): ReadonlyMap<string, number> {
  const words = new Map<string, number>();
  for (let seed = 1; seed <= runs; seed++) {
    const draw = sampler(EIGHT_GROUPS, seed);
    const noise = sampler({ kind: "logged", noise: "normal" }, seed + runs);
    const run = Array.from({ length: COURSE_LENGTH }, (_, index) => ({
      ...judgedOf(draw(shift(index)), index),
      ...beside(index, noise(0).reward),
    }));
    const { kind, sentence } = verdictOf(run, null);
    const word = kind === "rising" && sentence.includes("Length") ? "rising, with length" : kind;
    words.set(word, (words.get(word) ?? 0) + 1);
  }
  return words;
}
