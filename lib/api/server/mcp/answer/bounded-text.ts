import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { formatCount } from "@/lib/format/count";

/**
 * The most characters of one answer, as text and again as structured content: about six thousand tokens, which a
 * session of an agent can spend a few dozen times.
 */
export const MAX_ANSWER_CHARACTERS = 24_000;

const LONE_SURROGATE = /[\uD800-\uDBFF]$/;

/** Cuts a text without splitting a character, and says how much is missing. */
export function shortText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const kept = text.slice(0, maxLength).replace(LONE_SURROGATE, "");
  return `${kept}… (${formatCount(text.length - kept.length)} more characters)`;
}

/** A text on one line: line breaks and runs of spaces become one space. */
export function oneLine(text: string, maxLength: number): string {
  return shortText(text.replace(/\s+/g, " ").trim(), maxLength);
}

/** The rows of an answer that fit, and how many do not. */
export interface FittingRows<Row> {
  readonly rows: readonly Row[];
  readonly omittedCount: number;
}

/** Keeps rows from the first on, until their JSON reaches a length. At least one row is kept, which the caller bounded. */
export function fitRows<Row>(rows: readonly Row[], maxCharacters = MAX_ANSWER_CHARACTERS): FittingRows<Row> {
  let length = 0;
  const end = rows.findIndex((row, index) => {
    length += stringifyJson(row).length + 1;
    return index > 0 && length > maxCharacters;
  });
  const kept = end < 0 ? rows : rows.slice(0, end);
  return { rows: kept, omittedCount: rows.length - kept.length };
}

/** A window of a text: `from` to `to` of `length` characters. */
export interface TextPage {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly length: number;
}

/** Cuts a page out of a text, at whole characters. */
export function textPage(text: string, from: number, length: number): TextPage {
  const begin = Math.min(from, text.length);
  const page = text.slice(begin, begin + length);
  const kept = begin + page.length < text.length ? page.replace(LONE_SURROGATE, "") : page;
  return { text: kept, from: begin, to: begin + kept.length, length: text.length };
}
