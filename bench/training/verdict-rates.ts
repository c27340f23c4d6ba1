/**
 * Simulates runs and counts which words their verdicts get: false alarms on pure noise, looked at after each iteration,
 * and what is detected of trends, steps, collapses and rewards for length. Each rate has its 95 % interval.
 * Run: npm run bench -- verdict-rates [--runs 2000]
 */
import { parseArgs } from "node:util";
import { Report } from "@/bench/report/report";
import { wilsonInterval } from "@/lib/evaluation/statistics/intervals";
import { NOISE_SAMPLINGS } from "@/service/training-runs/figures/testing/noise-samplings";
import {
  COURSE_LENGTH,
  COURSES,
  detectionDelays,
  drop,
  step,
  trend,
  wordsOf,
} from "@/service/training-runs/figures/testing/simulated-courses";
import { falseAlarms, type Sampling } from "@/service/training-runs/figures/testing/simulated-runs";

const { values } = parseArgs({ options: { runs: { type: "string", default: "2000" } } });
const RUNS = Number(values.runs);
const LENGTHS = [3, 12, 30, 100, 1000];
/** Ten times as long as the longest of the others, so that fewer runs are simulated. */
const MAX_LENGTH = 10_000;
const LONG_RUNS_SHARE = 0.5;
/** Detection needs fewer runs than small rates of false alarms do. */
const MAX_DETECTIONS = 600;
const DETECTION_LENGTHS = [30, 100, 1000];

const report = new Report("verdict-rates", { runs: RUNS });

const percent = (share: number) => (100 * share).toFixed(1);

/** A rate with its interval, as the tables of docs/adr/0071 have it. */
function rateText(count: number, runs: number): string {
  const { low, high } = wilsonInterval(count, runs);
  return `${percent(count / runs)} (${percent(low)} to ${percent(high)})`;
}

function addNoise(name: string, sampling: Sampling): void {
  const long = Math.ceil(RUNS * LONG_RUNS_SHARE);
  const counted = [
    ...falseAlarms(sampling, LENGTHS, RUNS).map((count, index) => ({ count, runs: RUNS, length: LENGTHS[index] })),
    ...falseAlarms(sampling, [MAX_LENGTH], long).map((count) => ({ count, runs: long, length: MAX_LENGTH })),
  ];
  for (const { count, runs, length } of counted)
    report.add(`false alarms: ${name}, ${length} iterations (${runs} runs)`, (100 * count) / runs, "%");
  report.note(`| ${[name, ...counted.map(({ count, runs }) => rateText(count, runs))].join(" | ")} |`);
}

const median = (found: readonly number[]) =>
  found.toSorted((left, right) => left - right)[found.length >> 1] ?? Number.NaN;

function addDetection(name: string, sampling: Sampling): void {
  for (const movement of [...[0.02, 0.05, 0.1].map(trend), ...[0.2, 0.5].map(step), ...[0.2, 0.5].map(drop)])
    for (const length of DETECTION_LENGTHS) {
      const runs = Math.min(RUNS, MAX_DETECTIONS);
      const delays = detectionDelays(sampling, movement, length, runs);
      const label = `${movement.name}, ${name}, ${length} iterations`;
      report.add(`found: ${label}`, (100 * delays.length) / runs, "%");
      if (delays.length > runs / 2) report.add(`median delay: ${label}`, median(delays), "iterations");
    }
}

for (const course of Object.values(COURSES)) {
  const runs = Math.min(RUNS, MAX_DETECTIONS);
  for (const [word, count] of wordsOf(course, runs))
    report.add(`word: ${course.name}, ${COURSE_LENGTH} iterations: ${word}`, (100 * count) / runs, "%");
}
for (const [name, sampling] of NOISE_SAMPLINGS)
  if (/^(logged, normal|2 groups|16 groups|64 groups)/.test(name)) addDetection(name, sampling);
for (const [name, sampling] of NOISE_SAMPLINGS) addNoise(name, sampling);

report.finish();
