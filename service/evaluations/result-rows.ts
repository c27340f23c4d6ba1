import type { ResultFilter, ResultSort } from "@/lib/api/contract/evaluations/results";
import { quantileOf } from "@/lib/evaluation/statistics/intervals";
import type { AlignedExample } from "./aligned-examples";
import { type CountingRule, exampleScores, trialNumber } from "./example-values";
import type { LoadedRun } from "./known-trials";
import type { ScoreColumn, Trial } from "./run-trials";

/** One example as one run has it. */
interface RunCell {
  readonly trials: readonly Trial[];
  readonly value: number | null;
  readonly latencyMs: number | null;
  readonly totalTokens: number | null;
}

/** One example with its cells, null where a run lacks it. */
export interface ResultRow {
  readonly key: string;
  readonly digest: string;
  readonly position: number | null;
  readonly cells: readonly (RunCell | null)[];
  /** The focused run minus the baseline. */
  readonly change: number | null;
}

/** The examples that are listed. */
export interface RowSelection {
  /** The index of the run that filters and sorts mean. */
  readonly focus: number;
  readonly column: ScoreColumn | null;
  readonly rule: CountingRule;
}

/** Slow examples are slower than this share of the run's. */
const SLOW_SHARE = 0.9;

/** Returns all examples with the values of one score. */
export function resultRows(
  runs: readonly LoadedRun[],
  aligned: readonly AlignedExample[],
  positions: readonly ReadonlyMap<string, number>[],
  { focus, column, rule }: RowSelection,
): ResultRow[] {
  const scores = runs.map(({ trials }) => (column === null ? null : exampleScores(trials, column, rule)));
  return aligned.map(({ key, digests }) => {
    const cells = digests.map((digest, index) => {
      const trials = digest === null ? undefined : runs[index]?.trials.byExample.get(digest);
      if (digest === null || trials === undefined) return null;
      return cellOf(trials, scores[index]?.get(digest)?.value ?? null);
    });
    const [value, before] = [cells[focus]?.value ?? null, cells[0]?.value ?? null];
    const places = digests.flatMap((digest, index) => (digest === null ? [] : (positions[index]?.get(digest) ?? [])));
    return {
      key,
      digest: digests.find((digest) => digest !== null) ?? key,
      position: places[0] ?? null,
      cells,
      change: value === null || before === null || focus === 0 ? null : value - before,
    };
  });
}

function cellOf(trials: readonly Trial[], value: number | null): RunCell {
  return {
    trials,
    value,
    latencyMs: meanKnown(trials.map(({ latencyMs }) => latencyMs)),
    totalTokens: meanKnown(trials.map(({ totalTokens }) => totalTokens)),
  };
}

function meanKnown(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}

type Test = (row: ResultRow) => boolean;

/** Returns the test of each filter. */
export function filterTests(
  rows: readonly ResultRow[],
  { focus, column, rule }: RowSelection,
): Record<ResultFilter, Test> {
  const times = rows.flatMap(({ cells }) => cells[focus]?.latencyMs ?? []).sort((left, right) => left - right);
  const slowMs = times.length === 0 ? Number.POSITIVE_INFINITY : quantileOf(times, SLOW_SHARE);
  const failsAt = failureLimit(rows, focus, column);
  const trialsOf = ({ cells }: ResultRow) => cells[focus]?.trials ?? [];
  const numbersOf = (row: ResultRow) =>
    column === null ? [] : trialsOf(row).flatMap((trial) => trialNumber(trial, column, rule) ?? []);
  return {
    all: () => true,
    failing: (row) => numbersOf(row).some((value) => value < failsAt),
    disagreeing: (row) => valuesDisagree(trialsOf(row), column, numbersOf(row)),
    errors: (row) => trialsOf(row).some(({ state }) => state === "failed"),
    slow: ({ cells }) => (cells[focus]?.latencyMs ?? 0) > slowMs,
    missing: (row) => trialsOf(row).some((trial) => lacksScore(trial, column)),
    worse: ({ change }) => change !== null && change < 0,
    better: ({ change }) => change !== null && change > 0,
    same: ({ change }) => change === 0,
    unshared: ({ cells }) => cells.some((cell) => cell === null),
  };
}

const lacksScore = (trial: Trial, column: ScoreColumn | null): boolean =>
  trial.state === "answered" && column !== null && (trial.scores.get(column.id) ?? null) === null;

/** Numbers fail below half where all lie between 0 and 1; other numbers have no mark to fail. */
function failureLimit(rows: readonly ResultRow[], focus: number, column: ScoreColumn | null): number {
  if (column?.kind === "boolean") return 1;
  if (column?.kind !== "number") return Number.NEGATIVE_INFINITY;
  const isShare = rows.every(({ cells }) => {
    const value = cells[focus]?.value ?? null;
    return value === null || (value >= 0 && value <= 1);
  });
  return isShare ? 0.5 : Number.NEGATIVE_INFINITY;
}

function valuesDisagree(trials: readonly Trial[], column: ScoreColumn | null, numbers: readonly number[]): boolean {
  if (column?.kind !== "text") return numbers.some((value) => value !== numbers[0]);
  const texts = trials.flatMap(({ scores }) => scores.get(column.id) ?? []);
  return texts.some((text) => text !== texts[0]);
}

/** Sorts rows by one value; rows without it come last in either direction. */
export function sortRows(
  rows: readonly ResultRow[],
  by: ResultSort,
  direction: "asc" | "desc",
  focus: number,
): readonly ResultRow[] {
  const order = rows.map((row, index) => ({ row, index, value: sortValue(row, by, focus) }));
  const sign = direction === "asc" ? 1 : -1;
  order.sort((left, right) => {
    if (left.value === null || right.value === null) {
      return Number(left.value === null) - Number(right.value === null) || left.index - right.index;
    }
    return sign * (left.value - right.value) || left.index - right.index;
  });
  return order.map(({ row }) => row);
}

function sortValue({ position, change, cells }: ResultRow, by: ResultSort, focus: number): number | null {
  const cell = cells[focus] ?? null;
  switch (by) {
    case "position":
      return position;
    case "change":
      return change;
    case "score":
      return cell?.value ?? null;
    case "latency":
      return cell?.latencyMs ?? null;
    case "tokens":
      return cell?.totalTokens ?? null;
  }
}
