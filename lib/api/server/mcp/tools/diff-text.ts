import { shortText } from "@/lib/api/server/mcp/answer/bounded-text";
import { compareValues } from "@/lib/diff/compare-values";
import { countChanges, layOutDiff } from "@/lib/diff/diff-rows";
import { runInTimeSlices } from "@/lib/scheduling/run-in-time-slices";

const MAX_LINE_LENGTH = 400;

/** The changed lines of two values, with some lines around them. */
export interface DiffText {
  readonly text: string;
  readonly added: number;
  readonly removed: number;
  /** Rows that did not fit. */
  readonly omittedCount: number;
}

/** Compares two values as JSON, members by name, and writes the changes as a unified diff. */
export async function diffText(
  left: unknown,
  right: unknown,
  maxCharacters: number,
  signal: AbortSignal,
): Promise<DiffText> {
  const comparison = await runInTimeSlices(compareValues(left, right, "json"), signal);
  const { added, removed } = countChanges(comparison.runs);
  if (added + removed === 0) return { text: "", added, removed, omittedCount: 0 };
  const rows = layOutDiff(comparison.runs, comparison.left, comparison.right, "unified", new Set());
  const lines: string[] = [];
  let length = 0;
  for (const row of rows) {
    const line =
      row.kind === "fold"
        ? `  … ${row.count} unchanged lines`
        : row.kind === "same"
          ? `  ${comparison.left.at(row.left)}`
          : row.left === null
            ? `+ ${comparison.right.at(row.right ?? 0)}`
            : `- ${comparison.left.at(row.left)}`;
    const short = shortText(line, MAX_LINE_LENGTH);
    length += short.length + 1;
    if (length > maxCharacters) break;
    lines.push(short);
  }
  return { text: lines.join("\n"), added, removed, omittedCount: rows.length - lines.length };
}
