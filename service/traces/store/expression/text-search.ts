import type { SqlParams } from "@/service/traces/store/engine/sql-params";

/** Characters that all writers of JSON write as they are. */
const PLAIN = /^[\w .,:;!?()[\]{}*#@$%^~|-]*$/;
const PLAIN_RUNS = /[\w .,:;!?()[\]{}*#@$%^~|-]+/g;
const NOT_ASCII_RUNS = /[^\0-\x7f]+/g;

/** Of longer texts, the rest is not compared. */
const MAX_COMPARED = 256;

/** A shorter run is in most texts. */
const MIN_RUN = 2;

const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  "\b": "b",
  "\f": "f",
  "\n": "n",
  "\r": "r",
  "\t": "t",
};

/** In JSON inside JSON, each level doubles the backslashes. */
const BACKSLASHES = "\\\\+";
const ANY_BACKSLASHES = "\\\\*";

const literal = (text: string) => text.replace(/[\\^$.|?*+()[\]{}]/g, "\\$&");

/** The `\u` escape of each half of a character, in any spelling of its digits. */
function escapes(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  const digits = units.map((unit) => `${BACKSLASHES}u${unit.toString(16).padStart(4, "0")}`);
  return `(?i:${digits.join("")})`;
}

/** A pattern for every way in which JSON, and JSON inside JSON, writes a character. */
function spellings(character: string, ignoresCase: boolean): string {
  if (PLAIN.test(character)) return literal(character);
  if (character === "\\") return `(?:${escapes(character)}|${BACKSLASHES})`;
  if (character === '"' || character === "/") return `(?:${ANY_BACKSLASHES}${character}|${escapes(character)})`;
  const short = SHORT_ESCAPES[character];
  const cases = ignoresCase ? [character, character.toLowerCase(), character.toUpperCase()] : [character];
  return `(?:${[
    literal(character),
    ...(short === undefined ? [] : [`${BACKSLASHES}${short}`]),
    ...[...new Set(cases)].map(escapes),
  ].join("|")})`;
}

/**
 * Returns a text with each letter and its marks as one character, as most programs write them; others write two. What has
 * neither form stays as it is: its characters would be replaced by others.
 */
function composed(substr: string): string {
  const [one, apart] = [substr.normalize("NFC"), substr.normalize("NFD")];
  return substr === apart ? one : substr;
}

/** A pattern for a character, and for the letter and the marks that it is made of. */
function bothForms(character: string, ignoresCase: boolean): string {
  const [one, apart] = [spellings(character, ignoresCase), character.normalize("NFD")];
  const canBeApart = apart !== character && apart.normalize("NFC") === character;
  return canBeApart ? `(?:${one}|${[...apart].map((part) => spellings(part, ignoresCase)).join("")})` : one;
}

/** A pattern for every way in which JSON writes a text. */
export function jsonPattern(substr: string, ignoresCase: boolean): string {
  const characters = [...composed(substr)].slice(0, MAX_COMPARED);
  return `${ignoresCase ? "(?i)" : ""}${characters.map((character) => bothForms(character, ignoresCase)).join("")}`;
}

/** Runs that are inside one word of the index of text. */
const LETTERS_AND_DIGITS = /[a-z\d]+/gi;

const longestOf = (runs: readonly string[] | null): string =>
  (runs ?? []).reduce((longest, run) => (run.length > longest.length ? run : longest), "");

/**
 * Returns SQL of the condition that a text contains another one, which a person wrote. In JSON, characters are found
 * however the client escaped them; without case, letters of every alphabet.
 *
 * A text of plain characters is one search, and so is every text where it is rare: patterns are compared only where the
 * longest part of it is found that no writer changes.
 *
 * @param text SQL
 */
export function containsSql(
  text: string,
  search: { readonly substr: string; readonly isJson: boolean; readonly ignoresCase: boolean },
  params: SqlParams,
): string {
  const { isJson, ignoresCase } = search;
  const positionOf = (part: string) => {
    const isAscii = !/[^\0-\x7f]/.test(part);
    const name = ignoresCase ? `positionCaseInsensitive${isAscii ? "" : "UTF8"}` : "position";
    return `${name}(${text}, ${params.bind(part, "String")}) > 0`;
  };
  const position = (part: string) => {
    const forms = [...new Set([part, part.normalize("NFD")])].map(positionOf);
    return forms.reduce((one, other) => `bitOr(${one}, ${other})`);
  };
  if (!search.substr.isWellFormed()) return positionOf(search.substr);
  const substr = composed(search.substr);
  if (!isJson || PLAIN.test(substr)) return position(substr);
  const found = `match(${text}, ${params.bind(jsonPattern(substr, ignoresCase), "String")})`;
  const plain = longestOf(substr.match(PLAIN_RUNS));
  if (plain.length >= MIN_RUN) return `(${position(plain)} AND ${found})`;
  const other = longestOf(substr.match(NOT_ASCII_RUNS));
  if (other === "") return found;
  // OR would copy the texts in which the first search finds nothing, before the second one.
  return `(bitOr(${position(other)}, position(${text}, '\\\\u') > 0) AND ${found})`;
}

/**
 * Returns the runs of ASCII letters and digits that are, up to case, in every JSON text in which {@link containsSql} finds a text:
 * each inside one word of it.
 */
export function plainRuns(searched: string): readonly string[] {
  if (!searched.isWellFormed()) return [];
  const substr = composed(searched);
  const plain = PLAIN.test(substr) ? substr : longestOf(substr.match(PLAIN_RUNS));
  return plain !== substr && plain.length < MIN_RUN ? [] : (plain.match(LETTERS_AND_DIGITS) ?? []);
}
