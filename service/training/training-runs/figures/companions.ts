import { SeriesSums } from "./series-sums";

/** Measurements of an iteration besides its reward; absent where it has none. */
export type Companions = { readonly [Name in CompanionName]?: number | null };

type CompanionName = "entropy" | "kl" | "length" | "bytes" | "withoutSignal" | "repeats" | "truncated";

interface CompanionRule {
  readonly name: CompanionName;
  readonly text: string;
  /** True for a change so large that it says how a reward fell. */
  readonly isLarge: (before: number, after: number) => boolean;
  readonly isShare?: true;
}

const isTimes = (times: number, before: number, after: number) => after / before >= times && before * after > 0;
const isDoubledOrHalved = (before: number, after: number) => isTimes(2, before, after) || isTimes(2, after, before);
const isMoreShare = (before: number, after: number) => after - before >= 0.3;

/** The limits are judgements of practice, not calibrated: they decide only between "fell" and "collapsed". */
const RULES: readonly CompanionRule[] = [
  { name: "entropy", text: "entropy", isLarge: isDoubledOrHalved },
  { name: "kl", text: "KL", isLarge: (before, after) => isTimes(3, before, after) },
  { name: "length", text: "length", isLarge: isDoubledOrHalved },
  // The messages of a trajectory with its prompt: what is known of answers whose tokens nobody counted.
  { name: "bytes", text: "bytes of a trajectory", isLarge: isDoubledOrHalved },
  { name: "withoutSignal", text: "groups without spread", isLarge: isMoreShare, isShare: true },
  { name: "repeats", text: "repeated answers", isLarge: isMoreShare, isShare: true },
  { name: "truncated", text: "truncated answers", isLarge: isMoreShare, isShare: true },
];

/** A change counts beyond this many standard errors of its own scatter. */
const MIN_ERRORS = 4;

/** What is measured beside the reward, in two windows. */
export interface CompanionChange {
  readonly name: CompanionName;
  readonly text: string;
  readonly isShare: boolean;
  readonly before: number;
  readonly after: number;
  /** True if the change is both large and beyond its scatter. */
  readonly isEvidence: boolean;
}

export type Window = readonly [from: number, to: number];

const knownIn = (series: readonly (number | null)[], [from, to]: Window) =>
  series.slice(from, to).filter((value) => value !== null);

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Returns how everything that is measured beside the reward changed from one window of iterations to another. */
export function companionChanges(iterations: readonly Companions[], early: Window, late: Window): CompanionChange[] {
  return RULES.flatMap(({ name, text, isLarge, isShare = false }) => {
    const series = iterations.map((one) => one[name] ?? null);
    const [first, last] = [knownIn(series, early), knownIn(series, late)];
    if (first.length === 0 || last.length === 0) return [];
    const sums = new SeriesSums();
    for (const value of series) if (value !== null) sums.push(value);
    const error = Math.sqrt(sums.stepVariance() * (1 / first.length + 1 / last.length));
    const [before, after] = [meanOf(first), meanOf(last)];
    const isEvidence = Math.abs(after - before) > MIN_ERRORS * error && isLarge(before, after);
    return [{ name, text, isShare, before, after, isEvidence }];
  });
}
