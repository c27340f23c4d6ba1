import { diffLines } from "diff";
import type { FileEdit } from "./file-edits";

/** A line of an edit: added, removed, unchanged, or a heading of the patch. */
export interface EditLine {
  readonly kind: "added" | "removed" | "same" | "head";
  readonly text: string;
}

/** Texts beyond this are drawn as a whole replacement: comparing them takes too long. */
const MAX_COMPARED_CHARACTERS = 200_000;

const linesOf = (text: string): readonly string[] => (text === "" ? [] : text.replace(/\n$/, "").split("\n"));

/** A last line with and without its line end is the same line. */
const withLineEnd = (text: string): string => (text === "" || text.endsWith("\n") ? text : `${text}\n`);

/** Returns an edit line by line. */
export function editLines(edit: FileEdit): readonly EditLine[] {
  if (edit.kind === "patch") return linesOf(edit.patch).map(patchLine);
  const { before, after } = edit;
  const isLong = before.length + after.length > MAX_COMPARED_CHARACTERS;
  const changes = isLong
    ? [
        { value: before, removed: true, added: false },
        { value: after, removed: false, added: true },
      ]
    : diffLines(withLineEnd(before), withLineEnd(after));
  return changes.flatMap(({ value, added, removed }) => {
    const kind = added ? "added" : removed ? "removed" : "same";
    return linesOf(value).map((text): EditLine => ({ kind, text }));
  });
}

function patchLine(line: string): EditLine {
  if (/^(?:\*\*\*|---|\+\+\+|@@)/.test(line)) return { kind: "head", text: line };
  if (line.startsWith("+")) return { kind: "added", text: line.slice(1) };
  if (line.startsWith("-")) return { kind: "removed", text: line.slice(1) };
  return { kind: "same", text: line.startsWith(" ") ? line.slice(1) : line };
}
