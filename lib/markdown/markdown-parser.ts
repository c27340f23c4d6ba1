import MarkdownIt, { type Token } from "markdown-it";
import { isSafeHref } from "./safe-href";

export type { Token } from "markdown-it";

/** Markdown inside more quotes and lists than this is shown as it was written. */
const MAX_NESTING = 40;

/** A block with more parts than this, such as a table of empty cells, is shown as it was written. */
const MAX_TOKENS = 20_000;

/**
 * CommonMark with tables, strikethrough and web addresses as links. HTML in it is text. Addresses that are not safe, and
 * links by reference, stay as they were written; so each block has its meaning without the others.
 */
const parser = new MarkdownIt({ html: false, linkify: true, breaks: true, maxNesting: MAX_NESTING });
parser.block.ruler.disable("reference");
parser.validateLink = isSafeHref;
// Only addresses with a scheme become links: `main.rs` and `v1.ai` are no pages.
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });

/** The offsets in a text at which its blocks begin: paragraphs, lists, tables, code. Empty for a blank text. */
export function blockStarts(text: string): readonly number[] {
  const tokens: Token[] = [];
  parser.block.parse(text, parser, {}, tokens);
  const lines = tokens.flatMap(({ level, nesting, map }) => (level === 0 && nesting >= 0 && map ? [map[0]] : []));
  return offsetsOfLines(text, lines);
}

function offsetsOfLines(text: string, lines: readonly number[]): readonly number[] {
  let line = 0;
  let offset = 0;
  return lines.map((wanted) => {
    for (; line < wanted; line += 1) offset = text.indexOf("\n", offset) + 1;
    return offset;
  });
}

/** The tokens of one block; null for a block that is nested too deeply or has too many parts. */
export function blockTokens(source: string): readonly Token[] | null {
  const tokens: Token[] = [];
  parser.block.parse(source, parser, {}, tokens);
  // The parser drops what is deeper than its limit.
  if (tokens.some(({ level }) => level >= MAX_NESTING - 1) || tokens.length > MAX_TOKENS) return null;
  const whole = parser.parse(source, {});
  const count = whole.reduce((sum, { children }) => sum + 1 + (children?.length ?? 0), 0);
  return count > MAX_TOKENS ? null : whole;
}

/** The line that a fenced block of code begins with; null for another block. */
export function openingFence(source: string): string | null {
  return /^ {0,3}(?:`{3,}[^`\n]*|~{3}[^\n]*)(?=\n)/.exec(source)?.[0] ?? null;
}

/** The first two lines of a table: its head and the line below it; null for another block. */
export function tableHead(source: string): string | null {
  return /^[^\n|]*\|[^\n]*\n[ \t|:]*-[ \t|:-]*(?=\n)/.exec(source)?.[0] ?? null;
}
