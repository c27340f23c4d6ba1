import type { CompanionChange } from "./companions";
import { failureText } from "./failures";
import type { JudgedIteration, Judgement, Rewarded } from "./judgement";
import type { Direction, Fall, Shortage, Trend } from "./reward-trend";

const textOf = (value: number | null) => (value === null ? "unknown" : String(Number(value.toPrecision(3))));
const percentOf = (share: number) => `${Math.round(share * 100)}%`;
/** From here on, three decimals are noise. */
const MIN_ROUNDED = 100;
const decimals = (value: number) => value.toFixed(Math.abs(value) < MIN_ROUNDED ? 3 : 1).replace("-", "−");
const signed = (value: number) => `${value < 0 ? "−" : "+"}${decimals(Math.abs(value))}`;
const rangeText = (low: number, high: number) => `${signed(low)} to ${signed(high)}`;
const iterationsText = (count: number) => (count === 1 ? "1 iteration" : `${count} iterations`);
const lastText = (count: number) => (count === 1 ? "the last iteration" : `the last ${count} iterations`);
const capital = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

/** Returns a list as words: `entropy, KL and length`. */
const listText = (items: readonly string[]) =>
  items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1) ?? ""}`;

/** Returns both windows with the change: `mean reward 0.2 in the first 4 iterations, 0.7 in the last 4 (+0.5, …)`. */
function changeText({ first, last, firstWindow, lastWindow, change, low, high }: Direction): string {
  const lastPart = lastWindow === 1 ? "the last one" : `the last ${lastWindow}`;
  const firstPart = firstWindow === 1 ? "the first iteration" : `the first ${firstWindow} iterations`;
  return `mean reward ${decimals(first)} in ${firstPart}, ${decimals(last)} in ${lastPart} (${signed(change)}, 95% interval ${rangeText(low, high)})`;
}

function fallText({ best, bestFrom, window, last, fall, low, high }: Fall, counted: readonly Rewarded[]): string {
  const from = counted[bestFrom]?.iteration ?? 0;
  const to = counted[bestFrom + 2 * window - 1]?.iteration ?? 0;
  return `mean reward ${decimals(best)} at its best in iterations ${from}–${to}, ${decimals(last)} in the last ${window} (${signed(-fall)}, 95% interval ${rangeText(-high, -low)})`;
}

/** Returns how the later half moved, which says whether a rise continues; empty where nothing can be said. */
function laterHalfText({ laterHalf, margin }: Trend): string {
  if (laterHalf === null) return "";
  const { change, low, high } = laterHalf;
  const figures = `in the later half (${signed(change)}, ${rangeText(low, high)}).`;
  if (low > 0) return `Still rising ${figures}`;
  return margin !== null && low >= -margin && high <= margin ? `Level ${figures}` : "";
}

const companionText = ({ text, isShare, before, after }: CompanionChange) =>
  isShare ? `${text} ${percentOf(before)} → ${percentOf(after)}` : `${text} ${textOf(before)} → ${textOf(after)}`;

/** The companions of which one must change before a fall is called a collapse. */
const ALWAYS_NAMED: readonly string[] = ["entropy", "kl", "length", "bytes"];

function causeText(companions: readonly CompanionChange[]): string {
  const evidence = companions.filter(({ isEvidence }) => isEvidence);
  if (evidence.length > 0) return `${capital(evidence.map(companionText).join(", "))}.`;
  const steady = companions.filter(({ name }) => ALWAYS_NAMED.includes(name)).map(({ text }) => text);
  if (steady.length === 0) return "No entropy, KL or length is known that could say why.";
  return `${capital(listText(steady))} changed little.`;
}

/** A reward that rises while answers become longer may be a reward for length. */
const longerText = (companions: readonly CompanionChange[]) =>
  companions
    .filter(({ name, isEvidence }) => (name === "length" || name === "bytes") && isEvidence)
    .map((one) => `${capital(companionText(one))}.`)
    .join("");

const shortageTexts: Readonly<Record<Shortage["why"], (iterations: string, groups: number) => string>> = {
  "only-means": (iterations) => `at least ${iterations} are needed to know their noise`,
  "few-groups": (iterations, groups) =>
    `with ${groups === 1 ? "1 group" : `${groups} groups`}, at least ${iterations} are needed`,
  scatter: (iterations) => `they differ by more than their groups explain, so at least ${iterations} are needed`,
};

function progressText({ figures, planned, counted }: Judgement): string {
  const count = counted.length;
  const of = planned === null ? iterationsText(count) : `${count} of ${iterationsText(planned)}`;
  return figures.last_reward === null ? "" : `The mean reward is ${decimals(figures.last_reward)} after ${of}.`;
}

function uncertainText(judgement: Judgement): string {
  const { shortage, direction } = judgement.trend ?? {};
  if (direction) return `Cannot tell yet: ${changeText(direction)}.`;
  if (!shortage) return "Cannot tell yet.";
  const why = shortageTexts[shortage.why](iterationsText(shortage.iterations), judgement.last.at(-1)?.groups ?? 0);
  return `Cannot tell yet: ${why}. ${progressText(judgement)}`;
}

/** Returns when the word appeared, where its interval includes 0 by now. */
function heldText({ since, kind }: Trend, { low, high }: { low: number; high: number }, counted: readonly Rewarded[]) {
  if (low > 0 || high < 0) return "";
  return `${kind === "fell" ? "A fall" : `A ${kind === "rising" ? "rise" : "fall"}`} was clear in iteration ${counted[since - 1]?.iteration ?? since}; by now the interval includes 0.`;
}

/** Outliers are rare: at most one in this many values. */
const MIN_VALUES_OF_OUTLIER = 10;

/** Returns the text of values that were changed or left out. */
function leftOutText({ trend, all, counted }: Judgement): string {
  const found = trend?.limited ?? 0;
  // The values of a series almost without noise are all limited a little.
  const limited = found * MIN_VALUES_OF_OUTLIER > counted.length ? 0 : found;
  const missing = all.length - counted.length;
  const texts = [
    ...(limited > 0
      ? [`${limited === 1 ? "1 outlying iteration was" : `${limited} outlying iterations were`} limited`]
      : []),
    ...(missing > 0 ? [`${iterationsText(missing)} without a reward ${missing === 1 ? "is" : "are"} left out`] : []),
  ];
  return texts.length === 0 ? "" : `${capital(texts.join("; "))}.`;
}

/** Returns a second sentence where no group of the last window has signal; a fact about groups, not a test. */
function signalText({ figures: { signal_share: share }, last }: Judgement): string {
  if (share !== 0) return "";
  const known = last.filter(({ groups }) => groups > 0);
  if (known.length === last.length)
    return `No group of ${lastText(last.length)} had different rewards${levelText(last)}.`;
  const count = known.reduce((sum, { groups }) => sum + groups, 0);
  const [who, what] = count === 1 ? ["The only group", "equal"] : [`None of the ${count} groups`, "different"];
  return `${who} with rollouts in ${lastText(last.length)} had ${what} rewards${levelText(known)}.`;
}

/** Returns the value as text when all rewards are equal, otherwise an empty text. */
function levelText(iterations: readonly JudgedIteration[]): string {
  const [one] = iterations;
  const isOneValue = one !== undefined && iterations.every(({ min, max }) => min === one.min && max === one.min);
  return isOneValue && one.min !== null ? `: all are ${textOf(one.min)}` : "";
}

function noRewardText({ all, counted }: Judgement): string {
  const missing = all.slice(all.findLastIndex(({ mean }) => mean !== null) + 1);
  const failed = failureText(missing.map(({ failures }) => failures));
  if (counted.length === 0) {
    const none = all.length === 1 ? "the first iteration has none" : `none of ${iterationsText(all.length)} has one`;
    return `No reward: ${failed === "" ? none : failed}.`;
  }
  const since = `No reward since iteration ${missing[0]?.iteration ?? 0} (${iterationsText(missing.length)})`;
  return failed === "" ? `${since}.` : `${since}: ${failed}.`;
}

function directionText(judgement: Judgement): string {
  const { kind, figures, trend, counted, companions } = judgement;
  const direction = trend?.direction;
  if (!trend || !direction) return "";
  const word = `${kind === "rising" ? "Rising" : "Falling"}${figures.is_slight ? " slightly" : ""}`;
  return joined([
    `${word}: ${changeText(direction)}.`,
    figures.is_slight ? "The change is small beside the spread of single rewards." : "",
    kind === "rising" ? laterHalfText(trend) : "",
    heldText(trend, direction, counted),
    kind === "rising" ? longerText(companions) : causeText(companions),
    signalText(judgement),
  ]);
}

function fellText({ kind, trend, counted, companions }: Judgement): string {
  const { fall, direction } = trend ?? {};
  if (!trend || !fall) return "";
  return joined([
    `${kind === "collapsed" ? "Collapsed" : "Fell from its best"}: ${fallText(fall, counted)}.`,
    direction && direction.z > direction.limit ? "It is still above its start." : "",
    heldText(trend, fall, counted),
    causeText(companions),
  ]);
}

const joined = (sentences: readonly string[]) => sentences.filter((text) => text !== "").join(" ");

/** Returns a verdict in words, with the figures that it rests on. */
export function sentenceOf(judgement: Judgement): string {
  const { kind, trend, figures, last } = judgement;
  switch (kind) {
    case "no_reward":
      return noRewardText(judgement);
    case "too_early":
      return "No iteration has a reward yet.";
    case "rising":
    case "falling":
      return joined([directionText(judgement), leftOutText(judgement)]);
    case "fell":
    case "collapsed":
      return joined([fellText(judgement), leftOutText(judgement)]);
    case "no_signal": {
      const share = figures.signal_share ?? 0;
      const groups = share === 0 ? "no group" : `only ${percentOf(share)} of the groups`;
      return `No signal: in ${lastText(last.length)}, ${groups} had different rewards${levelText(last)}, so there is nothing to learn from.`;
    }
    case "flat": {
      const { direction, margin } = trend ?? {};
      if (!direction || margin == null) return "";
      return joined([
        `Flat: ${changeText(direction)}; a change beyond ±${decimals(margin)} is excluded.`,
        leftOutText(judgement),
      ]);
    }
    case "cannot_tell":
      return joined([uncertainText(judgement), leftOutText(judgement)]);
  }
}
