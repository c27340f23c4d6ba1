import type { MessageComparison, MessageRow } from "./prepare-message-pairs";

/** The content of a line: a pair of messages, or a run of equal ones, from a row up to but excluding another. */
export type MessageLine =
  | { readonly kind: "pair"; readonly index: number; readonly row: MessageRow }
  | { readonly kind: "fold"; readonly from: number; readonly to: number };

/** Equal messages right before a difference stay visible as its context. */
const CONTEXT = 1;
const MIN_FOLDED_LINES = 2;

/** Collapses equal messages, except the last one before a difference and runs that the user has expanded. */
export function messageLines({ rows }: MessageComparison, opened: ReadonlySet<number>): readonly MessageLine[] {
  const lines: MessageLine[] = [];
  for (let index = 0; index < rows.length; ) {
    let end = index;
    while (rows[end]?.kind === "same") end += 1;
    const to = end < rows.length ? end - CONTEXT : end;
    if (to - index >= MIN_FOLDED_LINES && !opened.has(index)) {
      lines.push({ kind: "fold", from: index, to });
      index = to;
      continue;
    }
    const until = Math.max(end, index + 1);
    for (; index < until; index += 1) {
      const row = rows[index];
      if (row) lines.push({ kind: "pair", index, row });
    }
  }
  return lines;
}
