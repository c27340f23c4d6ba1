/** A quote that ends a text of JSON: an even number of backslashes is before it. */
const TEXT_END = /(?<!\\)(?:\\\\)*"/;
const TEXT_ENDS = /(?<!\\)(?:\\\\)*"/g;

/** What a cut may leave of an escape. */
const CUT_ESCAPE = /\\(?:u[\da-f]{0,3})?$/i;

const ESCAPE = /\\(?:u([\da-f]{4})|(.))/gis;

const SHORT: Readonly<Record<string, string>> = { b: " ", f: " ", n: "\n", r: "\n", t: "\t" };

/** Returns what a part of a JSON text says; a part that is no JSON keeps what cannot be read. */
const unescaped = (text: string): string =>
  text.replace(ESCAPE, (_, digits: string | undefined, character: string | undefined) =>
    digits === undefined
      ? (SHORT[character ?? ""] ?? character ?? "")
      : String.fromCharCode(Number.parseInt(digits, 16)),
  );

/** Of what is before a hit, the rest of its own text of JSON; from the next word on where the beginning is cut off. */
function beginningOf(before: string): string {
  const start = [...before.matchAll(TEXT_ENDS)].at(-1);
  if (start !== undefined) return before.slice(start.index + start[0].length);
  const space = before.indexOf(" ");
  return before === "" ? "" : `…${before.slice(space === -1 ? before.length : space + 1)}`;
}

function endOf(after: string): string {
  const end = TEXT_END.exec(after);
  return end === null ? `${after.replace(CUT_ESCAPE, "")}…` : after.slice(0, end.index + end[0].length - 1);
}

/**
 * Returns what people read around a searched text, in one line: the text of JSON that it is in, without its escapes.
 *
 * @param hit what is before it, the text as the JSON has it, and what is after it.
 * @returns null without a hit.
 */
export function foundExcerpt([before, hit, after]: readonly [before: string, hit: string, after: string]):
  | string
  | null {
  if (hit === "") return null;
  const line = unescaped(`${beginningOf(before)}${hit}${endOf(after)}`);
  return line.toWellFormed().replace(/\s+/g, " ").trim();
}
