import type { RunRule, RunRuleSettings, RunWatchSettings } from "@/lib/api/contract/watches/run-watches";
import { RUN_RULES } from "@/lib/api/contract/watches/run-watches";
import { meanOf, wilsonInterval } from "@/lib/evaluation/statistics/intervals";
import type { JudgedIteration } from "@/service/training/training-runs/figures/judgement";
import type { RunSigns } from "@/service/training/training-runs/reading/run-signs";

/** What a rule says of a run at one look. */
interface RuleOutcome {
  /** Null where what it needs is not known. */
  readonly isHeld: boolean | null;
  /** True where it neither holds nor is clear of it: what fires goes on, what is quiet stays so. */
  readonly isBetween?: boolean;
  readonly value: number | null;
  readonly sentence: string;
}

const UNKNOWN = (sentence: string): RuleOutcome => ({ isHeld: null, value: null, sentence });

/** The default level of each rule that has one. Names of KL mix sums over an answer with means over tokens: it is wide. */
const DEFAULT_LEVELS: Readonly<Record<RunRule, number | null>> = {
  silence: 60,
  not_finite: null,
  kl: 10,
  entropy: 0.5,
  reward_falls: null,
  reward_flat: null,
  signal: 0.1,
  truncated: 0.5,
  spend: null,
};

/** Values in a row above a level. */
const IN_A_ROW = 3;
/** Iterations of the two windows of entropy. */
const ENTROPY_WINDOW = 5;
/** Iterations whose groups are counted. */
const SIGNAL_WINDOW = 10;
/** Standard errors of the interval of a share, as in watches of calls. */
const Z_SHARE = 3;
/** Iterations without a value that is not a number, until that has passed. */
const FINITE_AGAIN = 5;
const MINUTE_MS = 60_000;

const rounded = (value: number): string => String(Number(value.toPrecision(3)));
const percent = (share: number): string => `${rounded(share * 100)}%`;

type Judge = (signs: RunSigns, level: number, nowMs: number) => RuleOutcome;

function silence({ isOver, isWaiting, lastEventMs }: RunSigns, minutes: number, nowMs: number): RuleOutcome {
  if (isOver) return { isHeld: false, value: null, sentence: "The run no longer goes on" };
  if (isWaiting) return { isHeld: false, value: null, sentence: "It waits, and no event is expected" };
  if (lastEventMs === null) return UNKNOWN("The time of its last event is not known");
  const silent = Math.max(0, Math.floor((nowMs - lastEventMs) / MINUTE_MS));
  return {
    isHeld: silent >= minutes,
    value: silent,
    sentence: `No event for ${silent} min, limit ${rounded(minutes)} min`,
  };
}

function notFinite({ notFinite: found, judged }: RunSigns): RuleOutcome {
  if (found === null) return { isHeld: false, value: null, sentence: "All metrics are numbers" };
  const since = (judged.at(-1)?.iteration ?? found.iteration) - found.iteration;
  const names = found.names.length === 0 ? "a metric" : found.names.join(", ");
  const sentence = `NaN or infinite in iteration ${found.iteration}: ${names}`;
  return { isHeld: since < FINITE_AGAIN, value: found.iteration, sentence };
}

const knownOf = (judged: readonly JudgedIteration[], name: "kl" | "entropy" | "truncated"): readonly number[] =>
  judged.flatMap((one) => one[name] ?? []);

/** Holds once the last values are all above the level, and is clear of it once all are not. */
function inARow(values: readonly number[], level: number, name: string, text: (value: number) => string): RuleOutcome {
  const last = values.slice(-IN_A_ROW);
  const value = last.at(-1);
  if (value === undefined) return UNKNOWN(`${name} is not known`);
  const above = last.filter((one) => one > level).length;
  const isHeld = above === IN_A_ROW;
  const sentence = `${name} ${last.map(text).join(", ")} in the last ${last.length} iterations, limit ${text(level)}`;
  return { isHeld, isBetween: !isHeld && above > 0, value, sentence };
}

/** Each of the last values is compared, not their mean: slow noise makes means fall far, and all values seldom. */
function entropy({ judged }: RunSigns, share: number): RuleOutcome {
  const values = knownOf(judged, "entropy");
  if (values.length < 2 * ENTROPY_WINDOW)
    return UNKNOWN(`Entropy is known of ${values.length} iterations, of 10 at least`);
  const [first, recent] = [meanOf(values.slice(0, ENTROPY_WINDOW)), values.slice(-ENTROPY_WINDOW)];
  const last = meanOf(recent);
  const below = recent.filter((value) => value < share * first).length;
  const isHeld = first > 0 && below === ENTROPY_WINDOW;
  const sentence = `Entropy ${rounded(last)} over the last 5 iterations, ${percent(last / first)} of ${rounded(first)} at the beginning, limit ${percent(share)}`;
  return { isHeld, isBetween: !isHeld && below > 0, value: last, sentence };
}

function signal({ judged }: RunSigns, level: number): RuleOutcome {
  const last = judged.filter(({ groups }) => groups > 0).slice(-SIGNAL_WINDOW);
  const groups = last.reduce((sum, one) => sum + one.groups, 0);
  if (groups === 0) return UNKNOWN("No groups are known");
  const withSignal = last.reduce((sum, one) => sum + one.groupsWithSignal, 0);
  const value = withSignal / groups;
  const isHeld = wilsonInterval(withSignal, groups, Z_SHARE).high < level;
  const sentence = `${withSignal} of ${groups} groups of the last ${last.length} iterations have different rewards, ${percent(value)}, limit ${percent(level)}`;
  return { isHeld, isBetween: !isHeld && value < level, value, sentence };
}

function spend({ costUsd }: RunSigns, level: number): RuleOutcome {
  if (costUsd === null) return UNKNOWN("What it costs is not known");
  return { isHeld: costUsd > level, value: costUsd, sentence: `Spent $${rounded(costUsd)}, limit $${rounded(level)}` };
}

/** A verdict has a rate of false alarms over the whole run: docs/adr/0071-verdicts-of-training.md. */
function verdictIs(...kinds: readonly string[]): Judge {
  return ({ verdict: { kind, sentence, figures } }) => {
    if (kind === "too_early") return UNKNOWN(sentence);
    return { isHeld: kinds.includes(kind), value: figures.last_reward, sentence };
  };
}

const JUDGES: Readonly<Record<RunRule, Judge>> = {
  silence,
  not_finite: notFinite,
  kl: ({ judged }, level) => inARow(knownOf(judged, "kl"), level, "KL", rounded),
  entropy,
  reward_falls: verdictIs("falling", "fell", "collapsed"),
  reward_flat: verdictIs("flat"),
  signal,
  truncated: ({ judged }, level) => inARow(knownOf(judged, "truncated"), level, "Truncated answers", percent),
  spend,
};

/** Returns the level of a rule that applies; null for a rule without one. */
function levelOf(settings: RunWatchSettings, rule: RunRule): number | null {
  return settings.rules[rule]?.level ?? DEFAULT_LEVELS[rule];
}

/** Returns the settings of a rule: what is chosen, otherwise on where it has a level or needs none. */
function settingsOf(settings: RunWatchSettings, rule: RunRule): RunRuleSettings {
  return settings.rules[rule] ?? { is_on: rule !== "spend", level: null, action: "none" };
}

/** A rule that is on, with what it says of a run. */
export interface JudgedRule {
  readonly rule: RunRule;
  readonly action: RunRuleSettings["action"];
  readonly outcome: RuleOutcome;
}

/** Judges a run by all rules that are on. */
export function judgeRun(signs: RunSigns, settings: RunWatchSettings, nowMs: number): readonly JudgedRule[] {
  if (!settings.is_on) return [];
  return RUN_RULES.flatMap((rule) => {
    const { is_on: isOn, action } = settingsOf(settings, rule);
    if (!isOn) return [];
    const level = levelOf(settings, rule);
    const outcome =
      rule === "spend" && level === null ? UNKNOWN("No limit is set") : JUDGES[rule](signs, level ?? 0, nowMs);
    return [{ rule, action, outcome }];
  });
}

/** Returns the levels of all rules. */
export function levelsOf(settings: RunWatchSettings): Record<string, number | null> {
  return Object.fromEntries(RUN_RULES.map((rule) => [rule, levelOf(settings, rule)]));
}
