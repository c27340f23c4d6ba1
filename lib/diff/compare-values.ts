import type { TimeSlicedWork } from "@/lib/scheduling/run-in-time-slices";
import { diffLines, type LineRun } from "./line-diff";
import type { LineText } from "./line-text";
import { jsonLines, linesOfText } from "./pretty-lines";

/** `json` compares the structure, member by member; `text` the strings inside, line by line. */
export type DiffMode = "json" | "text";

/** Two values as lines, and which of them are the same. */
export interface ValueComparison {
  readonly left: LineText;
  readonly right: LineText;
  readonly runs: readonly LineRun[];
}

/** Compares two values in slices. Members of an object are matched by name, in any order. */
export function* compareValues(left: unknown, right: unknown, mode: DiffMode): TimeSlicedWork<ValueComparison> {
  const linesOf = mode === "json" ? jsonLines : linesOfText;
  const leftLines = yield* linesOf(left);
  const rightLines = yield* linesOf(right, left);
  return { left: leftLines, right: rightLines, runs: yield* diffLines(leftLines, rightLines) };
}
