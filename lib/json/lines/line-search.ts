import { isLosslessNumber } from "lossless-json";
import { type LazyOrigin, lazyOriginOf } from "@/lib/json/lazy/lazy-value";
import { type JsonPathSegments, pathKey } from "@/lib/json/value/json-path";
import { type JsonView, PAGE, pageKey, SHOWN_LENGTH } from "./value-lines";
import type { JsonLine } from "./viewer-line";

/** The position of a hit in the viewer. */
export interface JsonHit {
  readonly path: JsonPathSegments;
  /** The index of each step of the path among its siblings. */
  readonly ordinals: readonly number[];
  readonly in: "name" | "value";
  /** First character within a string. */
  readonly character: number;
}

/** Consecutive hits: those of a plain part, or those of one that its source searches. */
export interface Segment {
  readonly hits: readonly JsonHit[];
  /** The total number of hits, as far as counted. */
  readonly total: number;
  /** The request for more of them; null when these are all. */
  readonly more: More | null;
}

interface More {
  readonly origin: LazyOrigin;
  readonly after: number;
  /** The position of the part in the view. */
  readonly path: JsonPathSegments;
  readonly ordinals: readonly number[];
}

/** Hits of plain parts are listed up to this number. */
const MAX_PLAIN_LENGTH = 10_000;

/** Values searched between two pauses: well under a frame. */
const STRIDE = 2000;

/**
 * Finds text in names and values, ignoring case. Lazy parts are searched by their source. Returns hits in the order of
 * the text.
 */
export async function searchValue(root: unknown, words: string, signal: AbortSignal): Promise<readonly Segment[]> {
  const search = new Search(words, signal);
  await search.value(root, [], []);
  return search.finish();
}

/** Loads the next page of a segment, after its current hits. */
export async function extendSegment(segment: Segment, words: string, signal: AbortSignal): Promise<Segment> {
  if (segment.more === null) return segment;
  const { origin, after, path, ordinals } = segment.more;
  const result = await origin.source.find(origin.path, words, after, signal);
  const hits = result.hits.map((hit) => below(hit, path, ordinals));
  const more = result.next === null ? null : { ...segment.more, after: result.next };
  return { hits: [...segment.hits, ...hits], total: segment.total, more };
}

export function totalOf(segments: readonly Segment[]): number {
  return segments.reduce((sum, { total }) => sum + total, 0);
}

/** Returns the n-th hit of all, or the segment that must be extended first. */
export function hitAt(segments: readonly Segment[], index: number): JsonHit | { readonly extend: number } | undefined {
  let before = 0;
  for (const [at, { hits, total, more }] of segments.entries()) {
    const hit = hits[index - before];
    if (index - before < total) return hit ?? (more === null ? undefined : { extend: at });
    before += total;
  }
  return undefined;
}

class Search {
  readonly #words: string;
  readonly #signal: AbortSignal;
  readonly #segments: Segment[] = [];
  #plain: JsonHit[] = [];
  #seen = 0;

  constructor(words: string, signal: AbortSignal) {
    this.#words = words.toLowerCase();
    this.#signal = signal;
  }

  async value(value: unknown, path: JsonPathSegments, ordinals: readonly number[]): Promise<void> {
    const origin = lazyOriginOf(value);
    if (origin) await this.#request(origin, path, ordinals);
    else if (typeof value !== "object" || value === null || isLosslessNumber(value)) {
      this.#text(typeof value === "string" ? value : String(value), "value", path, ordinals);
    } else await this.#entries(value, path, ordinals);
  }

  finish(): readonly Segment[] {
    this.#close();
    return this.#segments;
  }

  async #entries(value: object, path: JsonPathSegments, ordinals: readonly number[]): Promise<void> {
    const isList = Array.isArray(value);
    const names = isList ? null : Object.keys(value);
    const count = names?.length ?? (value as readonly unknown[]).length;
    for (let ordinal = 0; ordinal < count; ordinal += 1) {
      this.#seen += 1;
      if (this.#seen % STRIDE === 0) await nextTask(this.#signal);
      const name = names?.[ordinal];
      const inside = [...path, name ?? ordinal];
      const places = [...ordinals, ordinal];
      if (name !== undefined) this.#text(name, "name", inside, places);
      await this.value(Object.getOwnPropertyDescriptor(value, name ?? ordinal)?.value, inside, places);
    }
  }

  #text(text: string, place: "name" | "value", path: JsonPathSegments, ordinals: readonly number[]): void {
    const lower = text.toLowerCase();
    for (let at = lower.indexOf(this.#words); at >= 0; at = lower.indexOf(this.#words, at + this.#words.length)) {
      if (this.#plain.length >= MAX_PLAIN_LENGTH) return;
      this.#plain.push({ path, ordinals, in: place, character: at });
    }
  }

  async #request(origin: LazyOrigin, path: JsonPathSegments, ordinals: readonly number[]): Promise<void> {
    this.#close();
    const result = await origin.source.find(origin.path, this.#words, null, this.#signal);
    const hits = result.hits.map((hit) => below(hit, path, ordinals));
    const more = result.next === null ? null : { origin, after: result.next, path, ordinals };
    this.#segments.push({ hits, total: Math.max(result.total ?? 0, hits.length), more });
  }

  #close(): void {
    if (this.#plain.length > 0) this.#segments.push({ hits: this.#plain, total: this.#plain.length, more: null });
    this.#plain = [];
  }
}

function below(hit: JsonHit, path: JsonPathSegments, ordinals: readonly number[]): JsonHit {
  return {
    path: [...path, ...hit.path],
    ordinals: [...ordinals, ...hit.ordinals],
    in: hit.in,
    character: hit.character,
  };
}

async function nextTask(signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
  signal.throwIfAborted();
}

/** Characters of a string that its line shows initially. */
const ALWAYS_SHOWN_LENGTH = 500;

/** Returns the view with everything unfolded around a hit. */
export function revealed(view: JsonView, hit: JsonHit): JsonView {
  const folds = new Map(view.folds);
  hit.ordinals.forEach((ordinal, depth) => {
    const key = pathKey(hit.path.slice(0, depth));
    folds.set(key, false);
    folds.set(pageKey(key, pageStart(ordinal)), false);
  });
  const isHidden = hit.in === "value" && hit.character >= ALWAYS_SHOWN_LENGTH;
  return { folds, expandedTexts: isHidden ? new Set(view.expandedTexts).add(pathKey(hit.path)) : view.expandedTexts };
}

const pageStart = (ordinal: number) => Math.floor(ordinal / PAGE) * PAGE;

/**
 * Returns the line of a hit, or the line that must be read or shown in full before there is one. A view that is about
 * to be unfolded may still show only the beginning of the string.
 */
export function lineOfHit(lines: readonly JsonLine[], hit: JsonHit): { index: number; isFound: boolean } | null {
  const key = pathKey(hit.path);
  const pending = new Set(
    hit.ordinals.map((ordinal, depth) => `${pathKey(hit.path.slice(0, depth))} ${pageStart(ordinal)}`),
  );
  let waiting = -1;
  for (const [index, line] of lines.entries()) {
    if (line.kind === "pending") {
      const isOnTheWay = pending.has(`${line.key} ${line.from}`) || hit.path.length === line.path.length;
      if (isOnTheWay && isPrefix(line.path, hit.path)) waiting = index;
    } else if (line.key === key && line.kind !== "close") {
      if (line.kind !== "text") return { index, isFound: isShown(line, hit) };
      if (hit.in === "name" || (line.from <= hit.character && hit.character < line.to)) {
        return { index, isFound: line.load === null };
      }
    }
  }
  return waiting < 0 ? null : { index: waiting, isFound: false };
}

/** False while the line cuts its string before the hit. */
function isShown({ tone, hiddenLength }: JsonLine, hit: JsonHit): boolean {
  // The characters of base64 are never shown: its line is as near as a hit can be.
  return hit.in === "name" || hiddenLength === 0 || tone === "base64" || hit.character < SHOWN_LENGTH;
}

function isPrefix(path: JsonPathSegments, of: JsonPathSegments): boolean {
  return path.every((step, at) => of[at] === step);
}

/** Returns how many hits the line shows before this one: its index among the line's marks. */
export function matchIndexInLine(
  line: Pick<JsonLine, "kind" | "name" | "text" | "from">,
  hit: JsonHit,
  words: string,
): number {
  if (hit.in === "name") return 0;
  const before = decoded(line).slice(0, hit.character - line.from);
  return countIn(line.name ?? "", words) + countIn(before, words);
}

function countIn(text: string, words: string): number {
  return words === "" ? 0 : text.toLowerCase().split(words.toLowerCase()).length - 1;
}

/** Returns the characters that a line of a string shows; a number is shown unchanged. */
function decoded({ kind, text, from }: Pick<JsonLine, "kind" | "text" | "from">): string {
  const isInString = kind === "text" || text.startsWith('"');
  if (!isInString) return text;
  const body = from === 0 ? text.slice(1) : text;
  for (const candidate of [`"${body}"`, `"${body}`]) {
    try {
      return String(JSON.parse(candidate));
    } catch {
      // With or without the closing quote of the string: only its last run has one.
    }
  }
  return "";
}
