import type { WordPart } from "./word-diff";

export type LineTone = "key" | "string" | "number" | "boolean" | "null" | "punctuation" | "plain";

/** A piece of a line as it is drawn. */
export interface LinePiece {
  readonly text: string;
  readonly tone: LineTone;
  readonly isMarked: boolean;
  /** Characters that are hidden after this piece. */
  readonly hiddenLength: number;
}

/** Pieces of a line are cut at this many characters until the user shows all. */
export const SHOWN_LENGTH = 2000;
/** Characters that stay at both ends of a long unchanged piece between two changes. */
const CONTEXT_LENGTH = 300;

const JSON_LINE = /^(\s*)(?!\s)(?:("(?:[^"\\]|\\.)*"|[\w$-]+)(: ))?([\s\S]*?)(,?)$/;

interface Tone {
  readonly length: number;
  readonly tone: LineTone;
}

/** The syntax colors of a line of indented JSON, by length. */
export function jsonTones(line: string): readonly Tone[] {
  // The name is searched only at the start, never in a text of megabytes.
  const [, indent = "", name = "", colon = ""] = JSON_LINE.exec(line.slice(0, SHOWN_LENGTH)) ?? [];
  const hasComma = line.endsWith(",");
  const start = indent.length + name.length + colon.length;
  const length = line.length - start - (hasComma ? 1 : 0);
  return [
    { length: indent.length, tone: "plain" as const },
    { length: name.length, tone: "key" as const },
    { length: colon.length, tone: "punctuation" as const },
    { length, tone: toneOf(line.charAt(start)) },
    { length: hasComma ? 1 : 0, tone: "punctuation" as const },
  ].filter((tone) => tone.length > 0);
}

function toneOf(first: string): LineTone {
  if (first === '"') return "string";
  if (first === "t" || first === "f") return "boolean";
  if (first === "n") return "null";
  return /[-\d]/.test(first) ? "number" : "punctuation";
}

/**
 * Returns the pieces of a line: its syntax colors, with changes marked and long text cut.
 *
 * @param parts changes inside the line; null when nothing is to be marked
 */
export function linePieces(
  line: string,
  tones: readonly Tone[],
  parts: readonly WordPart[] | null,
  isWhole: boolean,
): readonly LinePiece[] {
  const pieces: LinePiece[] = [];
  let tone = 0;
  let left = tones[0]?.length ?? line.length;
  const all = parts ?? [{ text: line, isChanged: false }];
  all.forEach(({ text, isChanged }, index) => {
    const isLast = index === all.length - 1;
    for (const cut of isWhole ? [{ text, hiddenLength: 0 }] : truncateText(text, isChanged || isLast)) {
      let at = 0;
      while (at < cut.text.length) {
        while (left === 0 && tone < tones.length - 1) {
          tone += 1;
          left = tones[tone]?.length ?? 0;
        }
        const take = left === 0 ? cut.text.length - at : Math.min(left, cut.text.length - at);
        const isEnd = at + take === cut.text.length;
        pieces.push({
          text: cut.text.slice(at, at + take),
          tone: tones[tone]?.tone ?? "plain",
          isMarked: isChanged,
          hiddenLength: isEnd ? cut.hiddenLength : 0,
        });
        at += take;
        left = Math.max(0, left - take);
      }
      let skip = cut.hiddenLength;
      while (skip > 0 && (left > 0 || tone < tones.length - 1)) {
        if (left === 0) {
          tone += 1;
          left = tones[tone]?.length ?? 0;
        }
        const passed = Math.min(skip, left);
        skip -= passed;
        left -= passed;
      }
    }
  });
  return pieces;
}

interface TruncatedText {
  readonly text: string;
  readonly hiddenLength: number;
}

/** The beginning of a long text, and its end if a change follows. */
function truncateText(text: string, isBeginningAlone: boolean): readonly TruncatedText[] {
  if (text.length <= SHOWN_LENGTH) return [{ text, hiddenLength: 0 }];
  if (isBeginningAlone) return [{ text: text.slice(0, SHOWN_LENGTH), hiddenLength: text.length - SHOWN_LENGTH }];
  return [
    { text: text.slice(0, CONTEXT_LENGTH), hiddenLength: text.length - 2 * CONTEXT_LENGTH },
    { text: text.slice(-CONTEXT_LENGTH), hiddenLength: 0 },
  ];
}
