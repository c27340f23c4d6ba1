import type { EvaluationSlices } from "@/lib/api/contract/evaluations/slices";
import { meanOf } from "@/lib/evaluation/statistics/intervals";
import { memberTexts } from "./example-members";
import { type CountingRule, exampleScores } from "./example-values";
import type { RunTrials, ScoreColumn } from "./run-trials";
import { intervalOf } from "./score-figures";

/** Values of one member that are listed; a member with more is not a class of examples. */
const MAX_SLICES = 20;
const MAX_PATHS = 100;

/** Returns the score of a run by the values of a member of its examples, those with the most examples first. */
export function slicesOf(
  run: RunTrials,
  column: ScoreColumn,
  texts: ReadonlyMap<string, string>,
  wantedPath: string | null,
  rule: CountingRule,
): EvaluationSlices {
  const scores = exampleScores(run, column, rule);
  const members = new Map([...texts].map(([digest, text]) => [digest, memberTexts(text)]));
  const paths = slicePaths([...members.values()]);
  const path = wantedPath ?? paths[0]?.path ?? null;
  const all = [...scores.values()].map(({ value }) => value);
  const mean = all.length === 0 ? null : meanOf(all);
  if (path === null) return { path, paths, mean, values: [], other_count: 0 };
  const groups = new Map<string, number[]>();
  for (const [digest, { value }] of scores) {
    const text = members.get(digest)?.get(path);
    if (text === undefined) continue;
    const group = groups.get(text);
    if (group) group.push(value);
    else groups.set(text, [value]);
  }
  const ordered = [...groups].sort(([, left], [, right]) => right.length - left.length);
  return {
    path,
    paths,
    mean,
    values: ordered.slice(0, MAX_SLICES).map(([value, numbers]) => sliceOf(value, numbers, mean, column)),
    other_count: ordered.slice(MAX_SLICES).reduce((sum, [, { length }]) => sum + length, 0),
  };
}

function sliceOf(value: string, numbers: readonly number[], overall: number | null, column: ScoreColumn) {
  const { interval } = intervalOf(numbers, column);
  const isWithinNoise = interval === null || overall === null || (interval.low <= overall && overall <= interval.high);
  return { value, examples: numbers.length, mean: meanOf(numbers), interval, is_within_noise: isWithinNoise };
}

/** Members with few values first: those divide the examples into classes. */
function slicePaths(examples: readonly ReadonlyMap<string, string>[]) {
  const distinct = new Map<string, Set<string>>();
  for (const members of examples) {
    for (const [path, text] of members) {
      const seen = distinct.get(path) ?? new Set<string>();
      // More are not counted: they only say that the member divides nothing.
      if (seen.size <= MAX_SLICES) seen.add(text);
      distinct.set(path, seen);
    }
  }
  return [...distinct]
    .map(([path, seen]) => ({ path, value_count: seen.size }))
    .filter(({ value_count }) => value_count > 1 && value_count <= MAX_SLICES)
    .sort((left, right) => left.value_count - right.value_count || left.path.localeCompare(right.path))
    .slice(0, MAX_PATHS);
}
