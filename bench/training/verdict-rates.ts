/**
 * Simulates runs and counts which words their verdicts get: false alarms on pure noise, looked at after each iteration,
 * and what is detected of trends, steps, collapses and rewards for length. Each rate has its 95 % interval.
 * Run: npm run bench -- verdict-rates [--runs 2000] [--noise TEXT]
 *
 * With --noise only the false alarms of the noise are simulated whose name contains the text, to have more runs of it.
 */
import { parseArgs } from "node:util";
import { Report } from "@/bench/report/report";
import { wilsonInterval } from "@/lib/evaluation/statistics/intervals";
import { NOISE_SAMPLINGS } from "@/service/training/training-runs/figures/testing/noise-samplings";
import {
  COURSE_LENGTH,
  COURSES,
  detectionDelays,
  drop,
  step,
  trend,
  wordsOf,
} from "@/service/training/training-runs/figures/testing/simulated-courses";
import { falseAlarms, type Sampling } from "@/service/training/training-runs/figures/testing/simulated-runs";

const { values } = parseArgs({
  options: { runs: { type: "string", default: "2000" }, noise: { type: "string", default: "" } },
});
const RUNS = Number(values.runs);
const LENGTHS = [3, 12, 30, 100, 1000, 10_000];
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
  const counts = falseAlarms(sampling, LENGTHS, RUNS);
  for (const [index, count] of counts.entries())
    report.add(`false alarms: ${name}, ${LENGTHS[index]} iterations`, (100 * count) / RUNS, "%");
  report.note(`| ${[name, ...counts.map((count) => rateText(count, RUNS))].join(" | ")} |`);
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

/** All words of the courses, and what is found of movements. */
function addChanges(): void {
  for (const course of Object.values(COURSES)) addWords(course);
  for (const [name, sampling] of NOISE_SAMPLINGS)
    if (/^(logged, normal|2 groups|16 groups|64 groups)/.test(name)) addDetection(name, sampling);
}

function addWords(course: Parameters<typeof wordsOf>[0]): void {
  const runs = Math.min(RUNS, MAX_DETECTIONS);
  for (const [word, count] of wordsOf(course, runs))
    report.add(`word: ${course.name}, ${COURSE_LENGTH} iterations: ${word}`, (100 * count) / runs, "%");
}
if (values.noise === "") addChanges();
for (const [name, sampling] of NOISE_SAMPLINGS) if (name.includes(values.noise)) addNoise(name, sampling);

report.finish();
