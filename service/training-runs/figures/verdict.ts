import type { TrainingRunVerdict } from "@/lib/api/contract/training-runs/training-runs";
import { Z_95 } from "@/lib/evaluation/statistics/distributions";
import { meanOf } from "@/lib/evaluation/statistics/intervals";

/** The figures of one iteration that the verdict uses. */
export interface JudgedIteration {
  /** The mean reward; null when nothing was rewarded. */
  readonly mean: number | null;
  /** Of the mean; null when it is not known. */
  readonly standardError: number | null;
  readonly groups: number;
  readonly groupsWithSignal: number;
  readonly min: number | null;
  readonly max: number | null;
  /** Null where the trainer does not report it. */
  readonly entropy: number | null;
}

type Verdict = TrainingRunVerdict["kind"];
type Figures = TrainingRunVerdict["figures"];

/** The minimum number of iterations for a direction. */
const MIN_ITERATIONS = 3;
const MAX_WINDOW = 5;
/** Below this share of groups with spread the run has no signal. */
const MIN_SIGNAL_SHARE = 0.05;
/** A fall from the best window counts as a collapse if it is at least this share of the range of all rewards. */
const MIN_FALL_SHARE = 0.2;

interface Window {
  readonly mean: number;
  /** The variance of the mean; null when it is not known. */
  readonly variance: number | null;
}

type Rewarded = JudgedIteration & { readonly mean: number };

function windowOf(iterations: readonly Rewarded[]): Window {
  const errors = iterations.map(({ standardError }) => standardError);
  const variance = errors.includes(null)
    ? null
    : errors.reduce<number>((sum, error) => sum + (error ?? 0) ** 2, 0) / iterations.length ** 2;
  return { mean: meanOf(iterations.map(({ mean }) => mean)), variance };
}

/** Half of the 95% interval of the difference of two windows; null when it is not known. */
function halfInterval(left: Window, right: Window): number | null {
  if (left.variance === null || right.variance === null) return null;
  return Z_95 * Math.sqrt(left.variance + right.variance);
}

const textOf = (value: number | null) => (value === null ? "unknown" : String(Number(value.toPrecision(3))));
const percentOf = (share: number) => `${Math.round(share * 100)}%`;
/** From here on, three decimals are noise. */
const MIN_ROUNDED = 100;
const decimals = (value: number) => value.toFixed(Math.abs(value) < MIN_ROUNDED ? 3 : 1).replace("-", "−");
const signed = (value: number) => `${value < 0 ? "−" : "+"}${decimals(Math.abs(value))}`;
/** A mean, with as many decimals as the figures beside it. */
const meanText = (value: number | null) => (value === null ? "unknown" : decimals(value));
const iterationsText = (count: number) => (count === 1 ? "1 iteration" : `${count} iterations`);

/** Returns the share of groups with spread; null without groups. */
function signalShare(iterations: readonly JudgedIteration[]): number | null {
  const groups = iterations.reduce((sum, one) => sum + one.groups, 0);
  return groups === 0 ? null : iterations.reduce((sum, one) => sum + one.groupsWithSignal, 0) / groups;
}

function entropyOf(iterations: readonly JudgedIteration[]): number | null {
  const known = iterations.flatMap(({ entropy }) => (entropy === null ? [] : [entropy]));
  return known.length === 0 ? null : meanOf(known);
}

/** Returns the verdict on a run, with the figures that it is based on. */
export function verdictOf(iterations: readonly JudgedIteration[], planned: number | null): TrainingRunVerdict {
  const counted = iterations.filter((one): one is Rewarded => one.mean !== null);
  const size = Math.max(1, Math.min(MAX_WINDOW, Math.floor(counted.length / 3)));
  const [first, last] = [counted.slice(0, size), counted.slice(-size)];
  const share = signalShare(last);
  const empty = {
    iterations: counted.length,
    window: size,
    first_reward: null,
    last_reward: null,
    best_reward: null,
    change: null,
    change_low: null,
    change_high: null,
    signal_share: share,
    entropy_first: entropyOf(first),
    entropy_last: entropyOf(last),
  };
  if (counted.length === 0) return { kind: "too_early", sentence: "No iteration has a reward yet.", figures: empty };
  const windows = Array.from({ length: counted.length - size + 1 }, (_, at) => windowOf(counted.slice(at, at + size)));
  const [start, end] = [windowOf(first), windowOf(last)];
  const best = windows.reduce((most, one) => (one.mean > most.mean ? one : most), start);
  const change = counted.length < 2 ? null : end.mean - start.mean;
  const half = change === null ? null : halfInterval(start, end);
  const figures: Figures = {
    ...empty,
    first_reward: start.mean,
    last_reward: end.mean,
    best_reward: best.mean,
    change,
    change_low: change === null || half === null ? null : change - half,
    change_high: change === null || half === null ? null : change + half,
  };
  const kind = kindOf(figures, best, end, counted);
  return { kind, sentence: sentenceOf(kind, figures, planned, last), figures };
}

function kindOf(figures: Figures, best: Window, end: Window, counted: readonly Rewarded[]): Verdict {
  const isWithoutSignal = figures.signal_share !== null && figures.signal_share < MIN_SIGNAL_SHARE;
  if (counted.length < MIN_ITERATIONS) return isWithoutSignal ? "no_signal" : "too_early";
  const fall = best.mean - end.mean;
  const range =
    Math.max(...counted.map(({ max, mean }) => max ?? mean)) - Math.min(...counted.map(({ min, mean }) => min ?? mean));
  if (fall > Math.max(halfInterval(best, end) ?? 0, MIN_FALL_SHARE * range) && fall > 0) return "collapsed";
  if (figures.change !== null && (figures.change_low ?? 0) > 0) return "rising";
  return isWithoutSignal ? "no_signal" : "flat";
}

function sentenceOf(kind: Verdict, figures: Figures, planned: number | null, last: readonly JudgedIteration[]): string {
  const { iterations, window, first_reward: first, last_reward: end, best_reward: best, change } = figures;
  const share = figures.signal_share === null ? "" : percentOf(figures.signal_share);
  const windowText = window === 1 ? "the last iteration" : `the last ${window} iterations`;
  const interval =
    change === null || figures.change_low === null || figures.change_high === null
      ? ""
      : `, 95% interval ${signed(figures.change_low)} to ${signed(figures.change_high)}`;
  const spreadIn = window === 1 ? windowText : "those";
  const spread = figures.signal_share === null ? "" : `; in ${spreadIn}, ${share} of the groups had spread`;
  const [firstText, lastText] =
    window === 1 ? ["", ""] : [` in the first ${window} iterations`, ` in the last ${window}`];
  const moved = `from ${meanText(first)}${firstText} to ${meanText(end)}${lastText} (${signed(change ?? 0)}${interval})`;
  switch (kind) {
    case "too_early":
      return `Too early: the mean reward is ${meanText(end)} after ${planned === null ? iterationsText(iterations) : `${iterations} of ${iterationsText(planned)}`}.`;
    case "rising":
      return `Rising: the mean reward went ${moved}${spread}.`;
    case "collapsed":
      return `Collapsed: the mean reward fell from ${meanText(best)} at its best to ${meanText(end)} in ${windowText}.${entropyText(figures)}`;
    case "flat":
      return `Flat: the mean reward went ${moved}, which is within its noise${spread}.`;
    case "no_signal":
      return `No signal: in ${windowText}, ${figures.signal_share === 0 ? "no group" : `only ${share} of the groups`} had different rewards${levelText(last)}, so there is nothing to learn from.`;
  }
}

function entropyText({ entropy_first: first, entropy_last: last }: Figures): string {
  return first === null || last === null ? "" : ` Entropy went from ${textOf(first)} to ${textOf(last)}.`;
}

/** Returns the value as text when all rewards are equal, otherwise an empty text. */
function levelText(iterations: readonly JudgedIteration[]): string {
  const [one] = iterations;
  const isOneValue = one !== undefined && iterations.every(({ min, max }) => min === one.min && max === one.min);
  return isOneValue && one.min !== null ? `: all are ${textOf(one.min)}` : "";
}
