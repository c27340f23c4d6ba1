import { formatDuration } from "@/lib/format/duration";
import { shareText } from "./figure-row";

/** The figures of a part of a range. */
export interface PeriodFigures {
  readonly start: string;
  readonly calls: number;
  readonly errors: number;
  readonly p90_ms: number | null;
}

/** Fewer errors than these are chance. */
const MIN_ERRORS = 4;
const ERROR_FACTOR = 3;
const LATENCY_FACTOR = 2;
const MIN_CALLS_FOR_LATENCY = 10;
const MAX_PERIODS = 5;

function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? null;
}

/** Runs of neighboring parts that differ from the rest, as indexes of first and last. */
function runsOf(flags: readonly boolean[]): [number, number][] {
  const runs: [number, number][] = [];
  flags.forEach((isOdd, index) => {
    const last = runs.at(-1);
    if (!isOdd) return;
    if (last && last[1] === index - 1) last[1] = index;
    else runs.push([index, index]);
  });
  return runs;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

const endOf = (start: string, bucketSeconds: number) =>
  new Date(Date.parse(start) + bucketSeconds * 1000).toISOString().replace(".000Z", "Z");

/** Periods whose share of errors is several times the median's, longest and worst first. */
function errorPeriods(buckets: readonly PeriodFigures[], bucketSeconds: number): string[] {
  const shares = buckets.filter(({ calls }) => calls > 0).map(({ calls, errors }) => errors / calls);
  const usual = median(shares);
  if (usual === null) return [];
  const isOdd = ({ calls, errors }: PeriodFigures) =>
    errors >= MIN_ERRORS && errors / calls >= Math.max(usual, 0.01) * ERROR_FACTOR;
  return runsOf(buckets.map(isOdd))
    .map(([first, last]) => {
      const run = buckets.slice(first, last + 1);
      return { run, errors: sum(run.map(({ errors }) => errors)), calls: sum(run.map(({ calls }) => calls)) };
    })
    .sort((left, right) => right.errors - left.errors)
    .slice(0, MAX_PERIODS)
    .map(({ run, errors, calls }) => {
      const [since, until] = [run[0]?.start ?? "", endOf(run.at(-1)?.start ?? "", bucketSeconds)];
      const [share, normal] = [shareText(errors, calls), (100 * usual).toFixed(1)];
      return `Errors: ${errors} of ${calls} calls (${share} %) from ${since} to ${until}; ${normal} % is usual in this range.`;
    });
}

function latencyPeriods(buckets: readonly PeriodFigures[], bucketSeconds: number): string[] {
  const usual = median(buckets.flatMap(({ p90_ms }) => p90_ms ?? []));
  if (usual === null || usual <= 0) return [];
  const isOdd = ({ calls, p90_ms }: PeriodFigures) =>
    calls >= MIN_CALLS_FOR_LATENCY && p90_ms !== null && p90_ms >= usual * LATENCY_FACTOR;
  return runsOf(buckets.map(isOdd))
    .slice(0, MAX_PERIODS)
    .map(([first, last]) => {
      const run = buckets.slice(first, last + 1);
      const worst = Math.max(...run.map(({ p90_ms }) => p90_ms ?? 0));
      const [since, until] = [run[0]?.start ?? "", endOf(run.at(-1)?.start ?? "", bucketSeconds)];
      return `Latency: p90 up to ${formatDuration(worst)} from ${since} to ${until}; ${formatDuration(usual)} is usual in this range.`;
    });
}

/** Returns sentences on the parts of a range that differ clearly from the rest: errors first, then latency. */
export function notablePeriods(buckets: readonly PeriodFigures[], bucketSeconds: number): string[] {
  return [...errorPeriods(buckets, bucketSeconds), ...latencyPeriods(buckets, bucketSeconds)];
}
