import { diffArrays } from "diff";

/** A piece of a line, and whether the other side has it too. */
export interface WordPart {
  readonly text: string;
  readonly isChanged: boolean;
}

export interface WordDiff {
  readonly left: readonly WordPart[];
  readonly right: readonly WordPart[];
}

/** Numbers and words are kept together; every other character is a piece of its own. */
const WORDS = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|[\p{L}\p{N}_]+|\s+|[^\s\p{L}\p{N}_]/gu;

/**
 * Changes between long lines are compared by words up to this limit; above it, the text counts as changed as a whole.
 */
const MAX_CHARACTERS = 20_000;
const MAX_EDITS = 600;

/** Lines that share less than this of their words are two lines, not one that was changed. */
const MIN_SHARE = 1 / 3;

const wordsOf = (text: string): string[] => text.match(WORDS) ?? [];

const isWord = (token: string) => /[\p{L}\p{N}]/u.test(token);

/** The same member of an object is a version of itself, whatever its value became. */
const SAME_NAME = 0.4;
const NAME = /^\s*(?:"(?:[^"\\]|\\.)*"|[\w$-]+): /;

/** Returns the share of equal words in two lines, 0 to 1. Reads only their beginnings. */
export function similarity(left: string, right: string): number {
  const [leftStart, rightStart] = [left.slice(0, 2000), right.slice(0, 2000)];
  const name = NAME.exec(leftStart)?.[0];
  const shared = sharedWords(leftStart, rightStart);
  return name !== undefined && rightStart.startsWith(name) ? Math.max(SAME_NAME, shared) : shared;
}

function sharedWords(left: string, right: string): number {
  const leftWords = wordsOf(left).filter(isWord);
  const rightWords = wordsOf(right).filter(isWord);
  const total = leftWords.length + rightWords.length;
  if (total === 0) return 0;
  const counts = new Map<string, number>();
  for (const word of leftWords) counts.set(word, (counts.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of rightWords) {
    const count = counts.get(word) ?? 0;
    if (count > 0) shared += 1;
    counts.set(word, count - 1);
  }
  return (2 * shared) / total;
}

/** Returns whether two lines are versions of one line. */
export function isSimilar(left: string, right: string): boolean {
  return similarity(left, right) >= MIN_SHARE;
}

/** A piece of two texts in one line: common, added or removed text. */
export interface InlinePart {
  readonly text: string;
  readonly kind: "same" | "added" | "removed";
}

/**
 * Returns the changes inside a line, by words; null when it was rewritten, so that marking words would only be noise.
 */
export function diffWords(left: string, right: string): WordDiff | null {
  const changes = wordChanges(left, right);
  if (changes === null) return null;
  const side = (other: InlinePart["kind"]) =>
    normalizeParts(changes.flatMap(({ text, kind }) => (kind === other ? [] : [{ text, isChanged: kind !== "same" }])));
  return { left: side("added"), right: side("removed") };
}

/**
 * Returns both texts in one line: removed text comes before the text that replaced it. A changed phrase is one mark on
 * each side. Null as with {@link diffWords}.
 */
export function diffInline(left: string, right: string): readonly InlinePart[] | null {
  const changes = wordChanges(left, right)?.filter(({ text }) => text !== "");
  if (!changes) return null;
  const parts: InlinePart[] = [];
  let removed = "";
  let added = "";
  const put = () => {
    // A space that both end with is not part of the change.
    const space = removed.trim() === "" || added.trim() === "" ? "" : sharedSpace(removed, added);
    if (removed !== "") parts.push({ text: removed.slice(0, removed.length - space.length), kind: "removed" });
    if (added !== "") parts.push({ text: added.slice(0, added.length - space.length), kind: "added" });
    if (space !== "") parts.push({ text: space, kind: "same" });
    removed = "";
    added = "";
  };
  changes.forEach(({ text, kind }, index) => {
    const isInChange = removed !== "" || added !== "";
    if (kind === "removed") removed += text;
    else if (kind === "added") added += text;
    else if (isInChange && text.trim() === "" && (changes[index + 1]?.kind ?? "same") !== "same") {
      removed += text;
      added += text;
    } else {
      put();
      parts.push({ text, kind });
    }
  });
  put();
  return parts;
}

const TRAILING_SPACE = /(?<!\s)\s*$/;

function sharedSpace(left: string, right: string): string {
  const [leftEnd = "", rightEnd = ""] = [TRAILING_SPACE.exec(left)?.[0], TRAILING_SPACE.exec(right)?.[0]];
  return leftEnd === rightEnd ? leftEnd : "";
}

/** The words of both sides in order; null when one was rewritten. */
function wordChanges(left: string, right: string): readonly InlinePart[] | null {
  const [before, leftRest, rightRest] = splitSharedStart(left, right);
  const [after, leftMiddle, rightMiddle] = splitSharedEnd(leftRest, rightRest);
  const isLong = leftMiddle.length + rightMiddle.length > MAX_CHARACTERS;
  if (!isLong && !isSimilar(left, right) && before.length + after.length < Math.min(left.length, right.length) / 2) {
    return null;
  }
  const changes = isLong
    ? undefined
    : diffArrays(wordsOf(leftMiddle), wordsOf(rightMiddle), { maxEditLength: MAX_EDITS });
  const middle: readonly InlinePart[] = changes?.map(({ value, added, removed }) => ({
    text: value.join(""),
    kind: added ? "added" : removed ? "removed" : "same",
  })) ?? [
    { text: leftMiddle, kind: "removed" },
    { text: rightMiddle, kind: "added" },
  ];
  return [{ text: before, kind: "same" }, ...middle, { text: after, kind: "same" }];
}

/** The shared start, up to the beginning of the first word that differs. */
function splitSharedStart(left: string, right: string): [string, string, string] {
  const most = Math.min(left.length, right.length);
  let at = 0;
  while (at < most && left.charCodeAt(at) === right.charCodeAt(at)) at += 1;
  while (at > 0 && isInsideWord(left, at)) at -= 1;
  return [left.slice(0, at), left.slice(at), right.slice(at)];
}

function splitSharedEnd(left: string, right: string): [string, string, string] {
  const most = Math.min(left.length, right.length);
  let count = 0;
  while (count < most && left.charCodeAt(left.length - 1 - count) === right.charCodeAt(right.length - 1 - count)) {
    count += 1;
  }
  while (count > 0 && isInsideWord(left, left.length - count)) count -= 1;
  const cut = left.length - count;
  return [left.slice(cut), left.slice(0, cut), right.slice(0, right.length - count)];
}

const WORD_CHARACTER = /[\p{L}\p{N}_.\-\ud800-\udfff]/u;

/** Points and signs count as inside, so that numbers are never split. */
function isInsideWord(text: string, at: number): boolean {
  return WORD_CHARACTER.test(text.charAt(at - 1)) || WORD_CHARACTER.test(text.charAt(at));
}

/** Joins neighbors, and counts the space between two changed words as changed, so that a marked phrase is one mark. */
function normalizeParts(parts: readonly WordPart[]): readonly WordPart[] {
  const joined: WordPart[] = [];
  const filled = parts.filter(({ text }) => text !== "");
  filled.forEach((part, index) => {
    const isBetween = filled[index - 1]?.isChanged === true && filled[index + 1]?.isChanged === true;
    const isChanged = part.isChanged || (isBetween && part.text.trim() === "");
    const last = joined.at(-1);
    if (last?.isChanged === isChanged) joined[joined.length - 1] = { text: last.text + part.text, isChanged };
    else joined.push({ text: part.text, isChanged });
  });
  return joined;
}
