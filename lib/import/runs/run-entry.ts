import type { LoggedRollout } from "@/lib/api/contract/training-runs/logged-runs";
import { isMembers, type Members } from "@/lib/json/value/members";

/** A rollout that a training program saved. */
export type SavedRunRollout = Pick<LoggedRollout, "messages" | "scores"> & {
  /** Rollouts with the same task are one group; null groups them by their messages. */
  readonly task: string | null;
  readonly answer: string | null;
  /** Null for a rollout that was not scored, or failed. */
  readonly reward: number | null;
  readonly error: string | null;
  readonly tokens: number | null;
  readonly finish_reason: string | null;
  /** Training steps between the weights that sampled it and those that its step trains; absent where it is not said. */
  readonly stepsBehind?: number;
  /** The same where the file says it as the training steps in those weights. */
  readonly weightVersion?: number;
};

/** The part of one step of a training run that one value of a file contains. */
export interface RunEntry {
  /** As the program counts it, from 0 or from 1. */
  readonly step: number;
  readonly metrics: Readonly<Record<string, number>>;
  readonly rollouts: readonly SavedRunRollout[];
  /** When the step ended, as ISO 8601; absent where the file does not say. */
  readonly at?: string;
  /** Reasons why parts of the value are in neither. Absent for none. */
  readonly leftOut?: readonly string[];
}

/** The programs whose files can be read. */
export type RunProgram = "verl" | "prime-rl" | "TRL" | "ART";

/** The entries of one value. */
export interface RunValue {
  /** The program that wrote it; null for metrics as several programs write them. */
  readonly program: RunProgram | null;
  readonly entries: readonly RunEntry[];
}

/** Longer texts are content, not scores. */
const MAX_SCORE_LENGTH = 200;
const MAX_NAME_LENGTH = 256;

const isName = (name: string) => name !== "" && name.length <= MAX_NAME_LENGTH;

/** Returns a step number, or null for any other value. */
export function stepOf(value: unknown): number | null {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

/** Returns a finite number, or null for any other value. */
export function finiteOf(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

/** Returns the members that are finite numbers, without the named ones. */
export function metricsOf(members: Members, without: ReadonlySet<string> = new Set()): Record<string, number> {
  const metrics: Record<string, number> = {};
  for (const [name, value] of Object.entries(members)) {
    const number = finiteOf(value);
    if (number !== null && isName(name) && !without.has(name)) metrics[name] = number;
  }
  return metrics;
}

const isScore = (value: unknown) =>
  finiteOf(value) !== null ||
  typeof value === "boolean" ||
  (typeof value === "string" && value !== "" && value.length <= MAX_SCORE_LENGTH);

/** Returns the numbers, booleans and short texts among members, without the named ones. */
export function scoresOf(members: unknown, without: ReadonlySet<string> = new Set()): Record<string, unknown> {
  if (!isMembers(members)) return {};
  return Object.fromEntries(
    Object.entries(members).filter(([name, value]) => isName(name) && !without.has(name) && isScore(value)),
  );
}

/** Returns why members are not among the scores. Missing values and empty texts say nothing. */
export function leftOutScores(members: unknown, without: ReadonlySet<string> = new Set()): string[] {
  if (!isMembers(members)) return [];
  return Object.entries(members).flatMap(([name, value]) => {
    if (without.has(name) || (isName(name) && isScore(value)) || value === null || value === "") return [];
    if (!isName(name)) return `A score has a name of up to ${MAX_NAME_LENGTH} characters.`;
    const what =
      typeof value === "string" ? `a text of more than ${MAX_SCORE_LENGTH} characters` : "a list or an object";
    return `${name} is ${what}: scores are numbers, truth values and short texts.`;
  });
}
