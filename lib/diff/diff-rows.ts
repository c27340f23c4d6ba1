import type { LineRun } from "./line-diff";
import type { LineText } from "./line-text";
import { MAX_INDENT_DEPTH } from "./pretty-lines";
import { similarity } from "./word-diff";

export type DiffLayout = "split" | "unified";

/** One row of a comparison. Lines are identified by their index on each side; null if the side has none. */
export type DiffRow =
  | { readonly kind: "same"; readonly left: number; readonly right: number }
  | {
      readonly kind: "changed";
      readonly left: number | null;
      readonly right: number | null;
      /** The line of the other side that words are compared with. */
      readonly pair: readonly [number, number] | null;
      /** The change that the row belongs to, from 0. */
      readonly change: number;
    }
  | { readonly kind: "fold"; readonly left: number; readonly right: number; readonly count: number };

/** The figures of a comparison. */
export interface DiffCount {
  readonly changes: number;
  readonly added: number;
  readonly removed: number;
}

/** Unchanged lines that stay around a change; longer runs fold. */
const CONTEXT = 3;
/** A fold that hides fewer lines than this saves no space. */
const MIN_FOLDED_LINES = 4;

/** Lines are paired by similarity when there are at most this many pairs to compare, in order otherwise. */
const MAX_PAIRS = 900;
const MIN_SIMILARITY = 1 / 3;

export function countChanges(runs: readonly LineRun[]): DiffCount {
  const changed = runs.filter((run) => !run.isSame);
  return {
    changes: changed.length,
    added: changed.reduce((sum, run) => sum + run.rightCount, 0),
    removed: changed.reduce((sum, run) => sum + run.leftCount, 0),
  };
}

/**
 * Arranges a comparison in rows.
 *
 * @param unfolded left indexes of the first hidden lines of folds that the user has opened
 */
export function layOutDiff(
  runs: readonly LineRun[],
  left: LineText,
  right: LineText,
  layout: DiffLayout,
  unfolded: ReadonlySet<number>,
): readonly DiffRow[] {
  const rows: DiffRow[] = [];
  let change = -1;
  runs.forEach((run, index) => {
    if (run.isSame) {
      pushSame(rows, run, index > 0, index < runs.length - 1, unfolded);
      return;
    }
    change += 1;
    const pairs = pairLines(left, right, run);
    if (layout === "split") {
      for (const { left: leftAt, right: rightAt, isPair } of pairs) {
        const pair = isPair && leftAt !== null && rightAt !== null ? ([leftAt, rightAt] as const) : null;
        rows.push({ kind: "changed", left: leftAt, right: rightAt, pair, change });
      }
      return;
    }
    const partners = new Map(pairs.flatMap((pair) => (pair.isPair ? [[pair.left, pair.right] as const] : [])));
    const owners = new Map([...partners].map(([from, to]) => [to, from]));
    for (let at = run.left; at < run.left + run.leftCount; at += 1) {
      const other = partners.get(at) ?? null;
      rows.push({ kind: "changed", left: at, right: null, pair: other === null ? null : [at, other], change });
    }
    for (let at = run.right; at < run.right + run.rightCount; at += 1) {
      const other = owners.get(at) ?? null;
      rows.push({ kind: "changed", left: null, right: at, pair: other === null ? null : [other, at], change });
    }
  });
  return rows;
}

function pushSame(
  rows: DiffRow[],
  run: LineRun,
  hasBefore: boolean,
  hasAfter: boolean,
  unfolded: ReadonlySet<number>,
): void {
  const before = hasBefore ? CONTEXT : 0;
  const after = hasAfter ? CONTEXT : 0;
  const hidden = run.leftCount - before - after;
  const from = run.left + before;
  const isFolded = hidden >= MIN_FOLDED_LINES && !unfolded.has(from);
  for (let offset = 0; offset < run.leftCount; offset += 1) {
    if (isFolded && offset === before) {
      rows.push({ kind: "fold", left: from, right: run.right + before, count: hidden });
      offset += hidden;
      if (offset >= run.leftCount) break;
    }
    rows.push({ kind: "same", left: run.left + offset, right: run.right + offset });
  }
}

interface LinePair {
  readonly left: number | null;
  readonly right: number | null;
  /** Returns whether the two are versions of one line, and not only next to each other. */
  readonly isPair: boolean;
}

/** Returns which lines of a change are next to each other: in order, and the most similar ones. */
function pairLines(left: LineText, right: LineText, run: LineRun): readonly LinePair[] {
  const { leftCount, rightCount } = run;
  // One line against one line is compared when it is drawn: thousands of changes are not on the screen at once.
  const isOneToOne = leftCount === 1 && rightCount === 1;
  if (isOneToOne || leftCount === 0 || rightCount === 0 || leftCount * rightCount > MAX_PAIRS) {
    return pairSideBySide(run.left, leftCount, run.right, rightCount, leftCount > 0 && rightCount > 0);
  }
  const pairs: LinePair[] = [];
  let [leftAt, rightAt] = [0, 0];
  for (const [leftOffset, rightOffset] of [...bestPairs(left, right, run), [leftCount, rightCount] as const]) {
    pairs.push(
      ...pairSideBySide(run.left + leftAt, leftOffset - leftAt, run.right + rightAt, rightOffset - rightAt, false),
    );
    if (leftOffset < leftCount) {
      pairs.push({ left: run.left + leftOffset, right: run.right + rightOffset, isPair: true });
    }
    [leftAt, rightAt] = [leftOffset + 1, rightOffset + 1];
  }
  return pairs;
}

function pairSideBySide(
  left: number,
  leftCount: number,
  right: number,
  rightCount: number,
  arePairs: boolean,
): LinePair[] {
  return Array.from({ length: Math.max(leftCount, rightCount) }, (_, offset) => ({
    left: offset < leftCount ? left + offset : null,
    right: offset < rightCount ? right + offset : null,
    isPair: arePairs && offset < leftCount && offset < rightCount,
  }));
}

/** The pairs in order with the largest total similarity; offsets inside the run. */
function bestPairs(left: LineText, right: LineText, run: LineRun): (readonly [number, number])[] {
  const { leftCount, rightCount } = run;
  const width = rightCount + 1;
  const score = new Float64Array((leftCount + 1) * width);
  const alike = new Float64Array(leftCount * rightCount);
  const scoreAt = (row: number, column: number) => score[row * width + column] ?? 0;
  for (let row = leftCount - 1; row >= 0; row -= 1) {
    for (let column = rightCount - 1; column >= 0; column -= 1) {
      const value = similarity(left.at(run.left + row), right.at(run.right + column));
      const worth = value < MIN_SIMILARITY ? 0 : value;
      alike[row * rightCount + column] = worth;
      const taken = worth > 0 ? worth + scoreAt(row + 1, column + 1) : 0;
      score[row * width + column] = Math.max(taken, scoreAt(row + 1, column), scoreAt(row, column + 1));
    }
  }
  const pairs: (readonly [number, number])[] = [];
  let [row, column] = [0, 0];
  while (row < leftCount && column < rightCount) {
    const worth = alike[row * rightCount + column] ?? 0;
    if (worth > 0 && scoreAt(row, column) === worth + scoreAt(row + 1, column + 1)) {
      pairs.push([row, column]);
      row += 1;
      column += 1;
    } else if (scoreAt(row + 1, column) >= scoreAt(row, column + 1)) row += 1;
    else column += 1;
  }
  return pairs;
}

/** Lines read for the path of a fold, so that a fold of a million lines costs nothing. */
const MAX_COMPARED_CHARACTERS = 20_000;

const indentOf = (line: string) => line.length - line.trimStart().length;

const isClosing = (line: string) => /^\s*[\]}],?$/.test(line);

/** Lines that open the value around the rest of a fold do not move the fold out of it. */
const MAX_FOLD_LINES = 3;

/**
 * The indent of the value around a fold: of its last line when all but a few first lines are inside, else the smallest.
 */
function foldIndent(lines: LineText, from: number, to: number): number {
  const last = indentOf(lines.at(to - 1));
  let least = Number.POSITIVE_INFINITY;
  let lastOutside = from - 1;
  for (let at = from; at < to; at += 1) {
    const indent = indentOf(lines.at(at));
    least = Math.min(least, indent);
    if (indent < last) lastOutside = at;
  }
  return lastOutside < from + MAX_FOLD_LINES ? last : least;
}

/**
 * Returns the path of a fold's lines in a value: `messages[0].content`; empty for the whole value, or when it is too
 * far or too deep to determine.
 */
export function foldPath(lines: LineText, foldFrom: number, count: number): string {
  const to = Math.min(foldFrom + count, foldFrom + MAX_COMPARED_CHARACTERS);
  let indent = foldIndent(lines, foldFrom, to);
  if (indent >= MAX_INDENT_DEPTH) return "";
  const from = to - 1;
  let path = "";
  for (let at = from - 1; at >= 0 && indent > 0; at -= 1) {
    if (from - at > MAX_COMPARED_CHARACTERS) return "";
    const line = lines.at(at);
    const depth = indentOf(line);
    if (depth >= indent) continue;
    const name = /^\s*("(?:[^"\\]|\\.)*"|[\w$-]+): [[{]$/.exec(line)?.[1];
    indent = depth;
    const rest = path === "" || path.startsWith("[") ? path : `.${path}`;
    if (name !== undefined) path = `${name}${rest}`;
    else if (depth > 0) path = `[${indexAmongSiblings(lines, at)}]${rest}`;
  }
  return path;
}

function indexAmongSiblings(lines: LineText, of: number): number {
  const depth = indentOf(lines.at(of));
  let index = 0;
  for (let at = of - 1; at >= 0 && of - at < MAX_COMPARED_CHARACTERS; at -= 1) {
    const line = lines.at(at);
    const indent = indentOf(line);
    if (indent < depth) break;
    if (indent === depth && !isClosing(line)) index += 1;
  }
  return index;
}
