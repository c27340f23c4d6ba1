import type { ProjectScore, SubjectScore } from "@/lib/api/contract/feedback/scores";
import { quoteField, quoteValue } from "@/lib/filter/query-text";

type ScoreValue = SubjectScore["value"];

/** Returns a value in a few characters: numbers with up to three digits after the point. */
export function scoreText(value: ScoreValue): string {
  if (typeof value === "boolean") return value ? "true" : "false";
  if (typeof value === "string") return value;
  if (Number.isInteger(value)) return String(value);
  const size = Math.abs(value);
  return size >= 0.001 && size < 1e6 ? String(Number(value.toFixed(3))) : value.toPrecision(3);
}

/** Returns the term of the query box that selects calls with this value. */
export function scoreTerm(field: string, value: ScoreValue): string {
  return `${quoteField(field)}:${quoteValue(String(value))}`;
}

/** The ends of the scale of a score's bars. */
export type ScoreDomain = readonly [number, number];

/** Returns the scale of a score: from 0 to 1 where it fits, otherwise its range, with 0 inside. */
export function scoreDomain({ min, max }: Pick<ProjectScore, "min" | "max">): ScoreDomain | null {
  if (min === null || max === null) return null;
  if (min >= 0 && max <= 1) return [0, 1];
  return [Math.min(0, min), Math.max(0, max)];
}

/** Returns how far a value is along its scale, from 0 to 1; null where the scale has no length. */
export function scoreShare(value: number, [low, high]: ScoreDomain): number | null {
  return high > low ? Math.min(1, Math.max(0, (value - low) / (high - low))) : null;
}
