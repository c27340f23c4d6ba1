import type { LazyParts } from "@/lib/json/lazy/lazy-parts";
import type { LazyValue } from "@/lib/json/lazy/lazy-value";
import type { JsonLine } from "./viewer-line";

/** Characters of a long string per line. */
const RUN = 2000;

/** Characters that are read at a time. */
const TEXT_WINDOW = 16 * RUN;

/** A plain string up to this length is on one line. */
const ONE_LINE = 10 * RUN;

/** Returns a fully shown string: a long one in runs, of which only those on the screen are read. */
export function wrappedTextLines(
  value: string | LazyValue,
  length: number,
  line: Omit<JsonLine, "tone" | "text">,
  parts: LazyParts,
): readonly JsonLine[] {
  if (typeof value === "string" && length <= ONE_LINE)
    return [{ ...line, text: JSON.stringify(value), tone: "string" }];
  const lines: JsonLine[] = [];
  for (let from = 0; from < length; from += RUN) {
    const to = Math.min(length, from + RUN);
    const isLast = to === length;
    const run = { id: `${line.key} ${from}`, from, to, name: from === 0 ? line.name : null };
    const held = lazyTextLines(value, from, line.key, parts);
    const text = held.text === null ? "" : written(held.text, held.from, from, to, isLast);
    const hasComma = isLast && line.hasComma;
    lines.push({ ...line, ...run, kind: "text", tone: "string", text, hasComma, load: held.load });
  }
  return lines;
}

interface LazyTextLines {
  readonly text: string | null;
  readonly from: number;
  readonly load: JsonLine["load"];
}

function lazyTextLines(value: string | LazyValue, from: number, key: string, parts: LazyParts): LazyTextLines {
  if (typeof value === "string") return { text: value, from: 0, load: null };
  const start = Math.floor(from / TEXT_WINDOW) * TEXT_WINDOW;
  const window = { from: start, to: Math.min(value.facts.count, start + TEXT_WINDOW) };
  const name = `${key} ${start}`;
  const loaded = parts.get(name);
  if (loaded?.status === "ready") return { text: String(loaded.value), from: loaded.from, load: null };
  return { text: null, from: 0, load: { key: name, lazy: value, window } };
}

/** A run in JSON notation. A surrogate pair belongs to the run that it begins in. */
function written(text: string, textFrom: number, from: number, to: number, isLast: boolean): string {
  const begin = isInSurrogatePair(text, from - textFrom) ? from + 1 : from;
  const end = isInSurrogatePair(text, to - textFrom) ? to + 1 : to;
  const run = JSON.stringify(text.slice(begin - textFrom, end - textFrom)).slice(1, -1);
  return `${from === 0 ? '"' : ""}${run}${isLast ? '"' : ""}`;
}

function isInSurrogatePair(text: string, at: number): boolean {
  const isUnit = (code: number, first: number) => code >= first && code < first + 0x400;
  return at > 0 && isUnit(text.charCodeAt(at), 0xdc00) && isUnit(text.charCodeAt(at - 1), 0xd800);
}
