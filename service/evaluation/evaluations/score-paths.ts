import { isJsonObject } from "@/lib/guard/json-object";

/** One value of a score: text also for lists, which have no figure of their own. Null when the scorer returned null. */
export type ScoreValue = number | boolean | string | null;

/** Scores deeper or more numerous than these are shown as text of the value above. */
const MAX_DEPTH = 6;
const MAX_VALUES = 200;
const MAX_TEXT_LENGTH = 200;

/** A dot inside a name is escaped, so that `a.b` and `a` → `b` are different scores. */
const segmentOf = (name: string): string => name.replaceAll(".", "\\.");

/**
 * Returns the values of a trial's scores by id, `Close.distance` for the member of an object. Objects are followed,
 * everything else is a value.
 */
export function flattenScores(scores: Readonly<Record<string, unknown>>): Map<string, ScoreValue> {
  const values = new Map<string, ScoreValue>();
  for (const [scorer, score] of Object.entries(scores)) addScore(values, segmentOf(scorer), score, 1);
  return values;
}

function addScore(values: Map<string, ScoreValue>, id: string, score: unknown, depth: number): void {
  if (values.size >= MAX_VALUES) return;
  if (isJsonObject(score) && depth < MAX_DEPTH) {
    for (const [name, member] of Object.entries(score)) addScore(values, `${id}.${segmentOf(name)}`, member, depth + 1);
    return;
  }
  values.set(id, plainValue(score));
}

function plainValue(score: unknown): ScoreValue {
  if (score === null || typeof score === "boolean" || typeof score === "number") return score;
  const text = typeof score === "string" ? score : JSON.stringify(score);
  return text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH - 1)}…` : text;
}

/** Returns the scorer of a score id. */
export function scorerOf(id: string): string {
  return (/^(?:\\.|[^.\\]|\\)*/.exec(id)?.[0] ?? id).replaceAll("\\.", ".");
}

/** Returns the names from the scorer down. */
export function segmentsOf(id: string): string[] {
  return (id.match(/(?:\\\.|[^.])+/g) ?? []).map((segment) => segment.replaceAll("\\.", "."));
}
