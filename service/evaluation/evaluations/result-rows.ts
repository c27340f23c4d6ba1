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
  /** The trials of the focused run that have a value, as numbers. */
  readonly numbers: readonly number[];
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
    return {
      key,
      digest: digests.find((digest) => digest !== null) ?? key,
      position: firstPosition(digests, positions),
      cells,
      change: value === null || before === null || focus === 0 ? null : value - before,
      numbers: column === null ? NO_NUMBERS : numbersOf(cells[focus]?.trials ?? [], column, rule),
    };
  });
}

const NO_NUMBERS: readonly number[] = [];

function numbersOf(trials: readonly Trial[], column: ScoreColumn, rule: CountingRule): readonly number[] {
  const numbers: number[] = [];
  for (const trial of trials) {
    const value = trialNumber(trial, column, rule);
    if (value !== null) numbers.push(value);
  }
  return numbers;
}

function firstPosition(
  digests: readonly (string | null)[],
  positions: readonly ReadonlyMap<string, number>[],
): number | null {
  for (const [index, digest] of digests.entries()) {
    const position = digest === null ? undefined : positions[index]?.get(digest);
    if (position !== undefined) return position;
  }
  return null;
}

function cellOf(trials: readonly Trial[], value: number | null): RunCell {
  return {
    trials,
    value,
    latencyMs: meanKnown(trials, "latencyMs"),
    totalTokens: meanKnown(trials, "totalTokens"),
  };
}

function meanKnown(trials: readonly Trial[], member: "latencyMs" | "totalTokens"): number | null {
  let [sum, count] = [0, 0];
  for (const trial of trials) {
    const value = trial[member];
    if (value === null) continue;
    sum += value;
    count++;
  }
  return count === 0 ? null : sum / count;
}

type Test = (row: ResultRow) => boolean;

/** Returns the test of each filter. */
export function filterTests(
  rows: readonly ResultRow[],
  { focus, column }: Pick<RowSelection, "focus" | "column">,
): Record<ResultFilter, Test> {
  const times = rows.flatMap(({ cells }) => cells[focus]?.latencyMs ?? []).sort((left, right) => left - right);
  const slowMs = times.length === 0 ? Number.POSITIVE_INFINITY : quantileOf(times, SLOW_SHARE);
  const failsAt = failureLimit(rows, focus, column);
  const trialsOf = ({ cells }: ResultRow) => cells[focus]?.trials ?? [];
  return {
    all: () => true,
    failing: ({ numbers }) => numbers.some((value) => value < failsAt),
    disagreeing: (row) => valuesDisagree(trialsOf(row), column, row.numbers),
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
