import type { EvaluationRun } from "@/lib/api/contract/evaluations/runs";
import type { SliceComparison } from "@/lib/api/contract/evaluations/slice-comparison";
import { BYTE_ORDER_MARK, delimitedLine } from "@/lib/export/delimited-text";

const ofSlice = (name: string) => [
  name,
  ...["rows", "n", "mean", "low", "high", "interval"].map((each) => `${name}_${each}`),
];

const HEAD = [
  ...["run_id", "evaluation", "model", "score", "slices_by"],
  ...ofSlice("first"),
  ...ofSlice("second"),
  ...["difference", "difference_low", "difference_high", "p", "p_corrected", "test", "verdict"],
];

/** Returns two slices as CSV: a line for each score of each run, with empty cells where a value is not known. */
export function slicesCsv({ path, slices, runs }: SliceComparison, listed: readonly EvaluationRun[]): string {
  const lines = runs.flatMap(({ run_id: runId, scores }) => {
    const run = listed.find(({ id }) => id === runId);
    return scores.map(({ id, slices: measured, change }) => [
      ...[runId, run?.name ?? null, run?.model_name ?? null, id, path ?? "rows trained on"],
      ...measured.flatMap(({ rows, examples, mean, interval, interval_method: method }, index) => [
        slices[index]?.value ?? null,
        ...[rows, examples, mean, interval?.low ?? null, interval?.high ?? null, method],
      ]),
      ...[change.difference, change.interval?.low ?? null, change.interval?.high ?? null],
      ...[change.p, change.holm_p, change.test, change.verdict],
    ]);
  });
  const cells = lines.map((line) => line.map((value) => (value === null ? null : String(value))));
  return BYTE_ORDER_MARK + [HEAD, ...cells].map((line) => delimitedLine(line, "csv")).join("");
}

/** The longest name of a value in a file name. */
const MAX_NAME_LENGTH = 40;

/** Returns a file name of two slices. */
export function slicesFileName({ path, slices }: SliceComparison): string {
  const names = ["slices", ...(path === null ? [] : [path]), ...slices.map(({ value }) => value)];
  return `${names.map((name) => name.replaceAll(/[^\w.]+/g, "-").slice(0, MAX_NAME_LENGTH)).join("-")}.csv`;
}
