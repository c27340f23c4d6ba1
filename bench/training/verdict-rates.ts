/**
 * Simulates runs and counts which words their verdicts get: false alarms on pure noise, looked at after each iteration,
 * and what is detected of trends, steps, collapses and rewards for length.
 * Run: npm run bench -- verdict-rates [--runs 1000]
 */
import { parseArgs } from "node:util";
import { Report } from "@/bench/report/report";
import type { RewardedIteration } from "@/service/training-runs/figures/reward-trend";
import {
  falseAlarmRate,
  firstWord,
  type Sampling,
  sampler,
} from "@/service/training-runs/figures/testing/simulated-runs";
import { type JudgedIteration, verdictOf } from "@/service/training-runs/figures/verdict";

const { values } = parseArgs({ options: { runs: { type: "string", default: "1000" } } });
const RUNS = Number(values.runs);
const LENGTHS = [3, 12, 30, 100, 1000, 10_000];
/** Values drawn for one figure; above it, fewer runs are simulated. */
const MAX_DRAWS = 100_000_000;
/** Detection needs fewer runs than small rates of false alarms do. */
const DETECTION_SHARE = 0.3;

const groups = (count: number, rollouts: number, rest: { hasSameTasks?: true } = {}): Sampling => ({
  kind: "groups",
  groups: count,
  rollouts,
  ...rest,
});

const SAMPLINGS: readonly (readonly [string, Sampling])[] = [
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

const drawsOf = (sampling: Sampling): number => {
  if (sampling.kind === "logged") return 1;
  const isSummed = sampling.kind === "groups" && !sampling.hasSameTasks;
  return sampling.groups * (isSummed ? 1 : sampling.rollouts);
};

const report = new Report("verdict-rates", { runs: RUNS });

for (const [name, sampling] of SAMPLINGS)
  for (const length of LENGTHS) {
    const runs = Math.max(20, Math.min(RUNS, Math.floor(MAX_DRAWS / drawsOf(sampling) / length)));
    const rate = falseAlarmRate(sampling, length, runs);
    report.add(`false alarms: ${name}, ${length} iterations (${runs} runs)`, 100 * rate, "%");
  }

const median = (found: readonly number[]) =>
  found.toSorted((left, right) => left - right)[found.length >> 1] ?? Number.NaN;

interface Scenario {
  readonly name: string;
  readonly kinds: readonly string[];
  /** The iteration at which the change begins. */
  readonly from: (length: number) => number;
  readonly shift: (index: number, length: number) => number;
}

const SCENARIOS: readonly Scenario[] = [
  ...[0.02, 0.05, 0.1].map((slope) => ({
    name: `slope of ${slope} per iteration`,
    kinds: ["rising"],
    from: () => 0,
    shift: (index: number) => slope * index,
  })),
  ...[0.2, 0.5].map((step) => ({
    name: `step of ${step} at a third`,
    kinds: ["rising"],
    from: (length: number) => Math.floor(length / 3),
    shift: (index: number, length: number) => (index < Math.floor(length / 3) ? 0 : step),
  })),
  ...[0.2, 0.5].map((drop) => ({
    name: `drop of ${drop} at a half`,
    kinds: ["fell", "falling"],
    from: (length: number) => Math.floor(length / 2),
    shift: (index: number, length: number) => (index < Math.floor(length / 2) ? 0 : -drop),
  })),
];

const DETECTION_SAMPLINGS = SAMPLINGS.filter(([name]) =>
  /^(logged, normal|2 groups|16 groups|64 groups|same 8)/.test(name),
);

for (const [name, sampling] of DETECTION_SAMPLINGS)
  for (const { name: change, kinds, from, shift } of SCENARIOS)
    for (const length of [30, 100, 1000]) {
      const runs = Math.max(20, Math.min(RUNS * DETECTION_SHARE, Math.floor(MAX_DRAWS / drawsOf(sampling) / length)));
      const found: number[] = [];
      for (let seed = 1; seed <= runs; seed++) {
        const isWord = ({ kind }: { kind: string }, index: number) => index >= from(length) && kinds.includes(kind);
        const at = firstWord(sampling, seed, length, { shift: (index) => shift(index, length), isWord });
        if (at !== null) found.push(at - from(length));
      }
      const label = `${change}, ${name}, ${length} iterations`;
      report.add(`found: ${label}`, (100 * found.length) / runs, "%");
      if (found.length > runs / 2) report.add(`median delay: ${label}`, median(found), "iterations");
    }

/** Measurements of a run besides its reward, in iterations before and after the change. */
interface Course {
  readonly name: string;
  readonly shift: (index: number) => number;
  readonly beside: (index: number, noise: number) => Partial<JudgedIteration>;
}

const COURSE_LENGTH = 120;
const CHANGE_AT = 90;
const isAfter = (index: number) => index >= CHANGE_AT;
const learned = (index: number) => 2 - 2 * Math.exp(-index / 15);
const COURSES: readonly Course[] = [
  {
    name: "collapse with entropy",
    shift: (index) => learned(index) - (isAfter(index) ? 1.5 : 0),
    beside: (index, noise) => ({ entropy: (isAfter(index) ? 0.3 : 1.2) * (1 + noise / 10), length: 400 + 20 * noise }),
  },
  {
    name: "fall while entropy and length stay",
    shift: (index) => learned(index) - (isAfter(index) ? 1.5 : 0),
    beside: (_, noise) => ({ entropy: 1.2 * (1 + noise / 10), length: 400 + 20 * noise }),
  },
  {
    name: "reward that rises with length",
    shift: (index) => learned(index),
    beside: (index, noise) => ({ entropy: 1.2 * (1 + noise / 10), length: 100 + 4 * index + 10 * noise }),
  },
];

const judgedOf = (
  { reward, error, deviation }: RewardedIteration,
  index: number,
  beside: Partial<JudgedIteration>,
) => ({
  ...{
    iteration: index + 1,
    mean: reward,
    error,
    deviation,
    failures: null,
    groups: 8,
    groupsWithSignal: 8,
    min: null,
    max: null,
  },
  ...beside,
});

for (const { name, shift, beside } of COURSES) {
  const words = new Map<string, number>();
  const runs = Math.ceil(RUNS * DETECTION_SHARE);
  for (let seed = 1; seed <= runs; seed++) {
    const draw = sampler(groups(8, 8), seed);
    const noise = sampler({ kind: "logged", noise: "normal" }, seed + runs);
    const run = Array.from({ length: COURSE_LENGTH }, (_, index) =>
      judgedOf(draw(shift(index)), index, beside(index, noise(0).reward)),
    );
    const { kind, sentence } = verdictOf(run, null);
    const word = kind === "rising" && sentence.includes("Length") ? "rising, with length" : kind;
    words.set(word, (words.get(word) ?? 0) + 1);
  }
  for (const [word, count] of words)
    report.add(`word: ${name}, 8 groups of 8, ${COURSE_LENGTH} iterations: ${word}`, (100 * count) / runs, "%");
}

report.finish();
