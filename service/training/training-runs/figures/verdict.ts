import type { TrainingRunVerdict } from "@/lib/api/contract/training-runs/training-runs";
import { meanOf } from "@/lib/evaluation/statistics/intervals";
import { type CompanionChange, type Companions, companionChanges, type Window } from "./companions";
import { failureText } from "./failures";
import type { JudgedIteration, Judgement, Rewarded } from "./judgement";
import { RewardTrend, type Trend, tOfZ } from "./reward-trend";
import { sentenceOf } from "./verdict-sentence";

/** Below this share of groups with spread the run has no signal. */
const MIN_SIGNAL_SHARE = 0.05;
/** A fall is a collapse only if it is at least this share of the range of all rewards. */
const MIN_FALL_SHARE = 0.2;
/** From this number of iterations without a reward at its end on, a run has none any more. */
const MIN_MISSING = 3;

/** Returns the share of groups with spread; null without groups. */
function signalShare(iterations: readonly JudgedIteration[]): number | null {
  const groups = iterations.reduce((sum, one) => sum + one.groups, 0);
  return groups === 0 ? null : iterations.reduce((sum, one) => sum + one.groupsWithSignal, 0) / groups;
}

function entropyOf(iterations: readonly JudgedIteration[]): number | null {
  const known = iterations.flatMap(({ entropy }) => entropy ?? []);
  return known.length === 0 ? null : meanOf(known);
}

const companionsOf = ({ groups, groupsWithSignal, ...rest }: JudgedIteration): Companions => ({
  ...rest,
  withoutSignal: groups === 0 ? null : 1 - groupsWithSignal / groups,
});

function trendOf(counted: readonly Rewarded[]): Trend | null {
  const rewards = new RewardTrend();
  for (const { mean, error, deviation } of counted) rewards.add({ reward: mean, error, deviation });
  return rewards.now;
}

/** Returns the windows that the word is about. */
function windowsOf({ kind, direction, fall, iterations }: Trend): readonly [Window, Window] | null {
  if (kind === "fell" && fall !== null) {
    const { bestFrom, window } = fall;
    return [
      [bestFrom, bestFrom + 2 * window],
      [iterations - window, iterations],
    ];
  }
  if (direction === null) return null;
  return [
    [0, direction.firstWindow],
    [iterations - direction.lastWindow, iterations],
  ];
}

/** Returns the verdict on a run, with the figures that it is based on: the rule of docs/adr/0071-verdicts-of-training.md. */
export function verdictOf(all: readonly JudgedIteration[], planned: number | null): TrainingRunVerdict {
  const counted = all.filter((one): one is Rewarded => one.mean !== null);
  const trend = trendOf(counted);
  const window = trend?.direction?.lastWindow ?? Math.max(1, Math.floor(counted.length / 3));
  const last = counted.slice(-window);
  const windows = trend === null ? null : windowsOf(trend);
  const companions = windows === null ? [] : companionChanges(counted.map(companionsOf), ...windows);
  const figures = figuresOf(counted, trend, window);
  // Of a program that saves few rollouts, these groups do not stand for the others.
  const isKnown = 2 * last.filter(({ groups }) => groups > 0).length >= last.length;
  const kind = kindOf(all, trend, isKnown ? figures.signal_share : null, counted, companions);
  const judgement = { kind, figures, trend, all, counted, last, companions, planned };
  return { kind, sentence: sentenceOf(judgement), figures };
}

function figuresOf(counted: readonly Rewarded[], trend: Trend | null, window: number): Judgement["figures"] {
  const [start, end] = [counted.slice(0, trend?.direction?.firstWindow ?? window), counted.slice(-window)];
  const means = (part: readonly Rewarded[]) => (part.length === 0 ? null : meanOf(part.map(({ mean }) => mean)));
  const { direction, fall, kind, margin } = trend ?? {};
  const isDirection = kind === "rising" || kind === "falling";
  return {
    iterations: counted.length,
    window,
    first_window: start.length,
    first_reward: direction?.first ?? means(start),
    last_reward: direction?.last ?? means(end),
    best_reward: fall?.best ?? null,
    ...intervalsOf(trend),
    change: direction?.change ?? null,
    change_low: direction?.low ?? null,
    change_high: direction?.high ?? null,
    margin: margin ?? null,
    is_slight: isDirection && direction && margin != null ? Math.abs(direction.change) < margin / 2 : null,
    fall: fall?.fall ?? null,
    fall_low: fall?.low ?? null,
    fall_high: fall?.high ?? null,
    fall_window: fall?.window ?? null,
    signal_share: signalShare(end),
    entropy_first: entropyOf(start),
    entropy_last: entropyOf(end),
  };
}

/** The normal z of a 95 % interval. */
const Z_95 = 1.959963984540054;

/**
 * The intervals of the last window and of the best one, by the noise of one iteration that the trend rests on. The best of
 * many windows is high by chance too, so its interval has the penalty of a fall.
 */
function intervalsOf(trend: Trend | null): Partial<Judgement["figures"]> {
  if (!trend?.direction) return {};
  const { noise, degrees, last, lastWindow } = trend.direction;
  const reach = (z: number, window: number) => (tOfZ(z, degrees) * noise) / Math.sqrt(window);
  const ofLast = reach(Z_95, lastWindow);
  const own = { last_low: last - ofLast, last_high: last + ofLast };
  if (!trend.fall) return own;
  const { best, window } = trend.fall;
  const ofBest = reach(Z_95 + 2 * Math.sqrt(Math.log(trend.iterations / window)), 2 * window);
  return { ...own, best_low: best - ofBest, best_high: best + ofBest };
}

function kindOf(
  all: readonly JudgedIteration[],
  trend: Trend | null,
  share: number | null,
  counted: readonly Rewarded[],
  companions: readonly CompanionChange[],
): Judgement["kind"] {
  const isMissing = all.length >= MIN_MISSING && all.slice(-MIN_MISSING).every(({ mean }) => mean === null);
  if (isMissing || (counted.length === 0 && failureText(all.map(({ failures }) => failures)) !== ""))
    return "no_reward";
  if (trend === null) return "too_early";
  if (trend.kind === "fell" && trend.fall !== null) {
    const highest = counted.reduce((most, { max, mean }) => Math.max(most, max ?? mean), Number.NEGATIVE_INFINITY);
    const lowest = counted.reduce((least, { min, mean }) => Math.min(least, min ?? mean), Number.POSITIVE_INFINITY);
    const isLarge = trend.fall.fall >= MIN_FALL_SHARE * (highest - lowest);
    return isLarge && companions.some(({ isEvidence }) => isEvidence) ? "collapsed" : "fell";
  }
  if (trend.kind === "rising" || trend.kind === "falling") return trend.kind;
  return share !== null && share < MIN_SIGNAL_SHARE ? "no_signal" : trend.kind;
}
