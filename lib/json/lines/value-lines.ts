import { isLosslessNumber } from "lossless-json";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import type { LazyParts, LoadRequest } from "@/lib/json/lazy/lazy-parts";
import { LazyValue } from "@/lib/json/lazy/lazy-value";
import type { RichValue } from "@/lib/json/media/media-value";
import { richValue } from "@/lib/json/media/rich-value";
import { isBase64, type JsonPathSegments, pathKey } from "@/lib/json/value/json-path";
import { wrappedTextLines } from "./text-lines";
import type { JsonLine } from "./viewer-line";

/** Strings longer than this are cut until the user shows all. */
export const SHOWN_LENGTH = 2000;

/** Entries of a list or an object that are shown together; the others are in pages of the same size. */
export const PAGE = 100;

/** Deeper levels, and longer lists, start folded: a big value opens in a screenful. */
const OPEN_DEPTH = 3;

export interface JsonView {
  /** Folds and unfolds by the user; others follow depth and length. */
  readonly folds: ReadonlyMap<string, boolean>;
  /** Strings that are shown in full. */
  readonly expandedTexts: ReadonlySet<string>;
}

const noParts: LazyParts = new Map();

/** The key of a page of a value. */
export function pageKey(key: string, from: number): string {
  return `${key}#${from}`;
}

/** Flattens a value to lines. A folded part takes one line, whatever is inside. */
export function flattenJson(root: unknown, view: JsonView, parts: LazyParts = noParts): readonly JsonLine[] {
  const writer = new LineWriter(view, parts);
  writer.value(root, { path: [], depth: 0, name: null, hasComma: false });
  return writer.lines;
}

interface LinePosition {
  readonly path: JsonPathSegments;
  readonly depth: number;
  readonly name: string | null;
  readonly hasComma: boolean;
}

const blank = {
  brackets: "",
  count: 0,
  isList: false,
  isOpen: false,
  text: "",
  tone: null,
  hiddenLength: 0,
  from: 0,
  to: 0,
  rich: null,
  load: null,
};

class LineWriter {
  readonly lines: JsonLine[] = [];
  readonly #view: JsonView;
  readonly #parts: LazyParts;

  constructor(view: JsonView, parts: LazyParts) {
    this.#view = view;
    this.#parts = parts;
  }

  value(value: unknown, position: LinePosition): void {
    const key = pathKey(position.path);
    if (value instanceof LazyValue && value.facts.kind === null) {
      const loaded = this.#parts.get(key);
      if (loaded?.status === "ready") this.value(loaded.value, position);
      else this.#pending({ key, lazy: value, window: null }, key, position);
      return;
    }
    const count = countOf(value);
    if (count !== null) this.#container(value, count, key, position);
    else this.lines.push(...this.#leaf(value, key, position));
  }

  #container(value: unknown, count: number, key: string, position: LinePosition): void {
    const isList = Array.isArray(value) || (value instanceof LazyValue && value.facts.kind === "list");
    const [open, close] = isList ? ["[", "]"] : ["{", "}"];
    const line = { ...blank, ...position, id: key, key, isList, count, value };
    if (count === 0) {
      this.lines.push({ ...line, kind: "empty", brackets: open + close });
      return;
    }
    const rich = isList ? null : richValue(value);
    const isFolded =
      this.#view.folds.get(key) ?? (position.depth > 0 && (isShownInstead(rich) || isBig(position.depth, count)));
    if (isFolded) {
      this.lines.push({ ...line, kind: "folded", brackets: open + close, rich });
      return;
    }
    this.lines.push({ ...line, kind: "open", brackets: open, isOpen: true, hasComma: false, rich });
    if (count <= PAGE) this.#entries(value, isList, { from: 0, to: count }, count, key, position);
    else this.#pages(value, isList, count, key, position);
    this.lines.push({ ...line, id: `${key} end`, kind: "close", brackets: close, name: null });
  }

  #pages(value: unknown, isList: boolean, count: number, key: string, position: LinePosition): void {
    for (let from = 0; from < count; from += PAGE) {
      const to = Math.min(count, from + PAGE);
      const page = pageKey(key, from);
      const isOpen = !(this.#view.folds.get(page) ?? from > 0);
      const inside = { ...position, depth: position.depth + 1, name: null, hasComma: false };
      const counted = { isList, count: to - from, from, to, value };
      this.lines.push({ ...blank, ...inside, ...counted, id: page, key: page, kind: "page", isOpen });
      if (isOpen) this.#entries(value, isList, { from, to }, count, key, inside);
    }
  }

  #entries(
    value: unknown,
    isList: boolean,
    window: { from: number; to: number },
    count: number,
    key: string,
    position: LinePosition,
  ): void {
    const depth = position.depth + 1;
    const held = this.#held(value, window, pageKey(key, window.from));
    if (held.load) {
      this.#pending(held.load, key, { path: position.path, depth, name: null, hasComma: false }, window);
      return;
    }
    const names = isList ? null : memberNames(held.value);
    for (let ordinal = window.from; ordinal < window.to; ordinal += 1) {
      const name = names?.[ordinal - held.from] ?? null;
      const step = isList ? ordinal - held.from : (name ?? "");
      const item = Object.getOwnPropertyDescriptor(held.value as object, step)?.value;
      this.value(item, { path: [...position.path, name ?? ordinal], depth, name, hasComma: ordinal < count - 1 });
    }
  }

  /** The list or object with the entries of a window, from its `from` on; or the window to read first. */
  #held(value: unknown, window: { from: number; to: number }, page: string): FoldedContainer {
    if (!(value instanceof LazyValue)) return { value, from: 0, load: null };
    if (window.from === 0 && value.facts.first !== null) return { value: value.facts.first, from: 0, load: null };
    const loaded = this.#parts.get(page);
    if (loaded?.status === "ready") return { value: loaded.value, from: loaded.from, load: null };
    return { value: null, from: 0, load: { key: page, lazy: value, window } };
  }

  #pending(load: LoadRequest, key: string, position: LinePosition, window = { from: 0, to: 0 }): void {
    this.lines.push({
      ...blank,
      ...position,
      ...window,
      id: `${load.key} pending`,
      key,
      kind: "pending",
      value: load.lazy,
      load,
    });
  }

  #leaf(value: unknown, key: string, position: LinePosition): readonly JsonLine[] {
    const line = { ...blank, ...position, id: key, key, kind: "leaf" as const, value };
    const isLazy = value instanceof LazyValue;
    if (typeof value !== "string" && !isLazy) return [{ ...line, ...scalar(value) }];
    const start = isLazy ? value.facts.beginning : value;
    const length = isLazy ? value.facts.count : value.length;
    const rich = richValue(value);
    // Base64 is shown as what it encodes or by its length, never as text.
    if (isBase64(start) || isEncoded(rich))
      return [{ ...line, text: "base64", tone: "base64", hiddenLength: length, rich }];
    if (this.#view.expandedTexts.has(key)) return wrappedTextLines(value, length, line, this.#parts);
    const shown = start.slice(0, SHOWN_LENGTH);
    return [{ ...line, text: JSON.stringify(shown), tone: "string", hiddenLength: length - shown.length, rich }];
  }
}

function isBig(depth: number, count: number): boolean {
  return depth >= OPEN_DEPTH || count > PAGE;
}

/** Stored media and times inside a value say more than their JSON, so that starts folded. */
function isShownInstead(rich: RichValue | null): boolean {
  return rich !== null && (rich.kind === "time" || rich.files.length > 0);
}

function isEncoded(rich: RichValue | null): boolean {
  const source = rich?.kind === "media" ? rich.files[0]?.source : undefined;
  return source?.kind === "inline" && source.encoding === "base64";
}

interface FoldedContainer {
  readonly value: unknown;
  readonly from: number;
  readonly load: LoadRequest | null;
}

function scalar(value: unknown): Pick<JsonLine, "text" | "tone"> {
  if (value === null || value === undefined) return { text: "null", tone: "null" };
  if (typeof value === "boolean") return { text: String(value), tone: "boolean" };
  return { text: stringifyJson(value), tone: "number" };
}

/** Returns the number of entries of a list or an object; null for other values. */
function countOf(value: unknown): number | null {
  if (value instanceof LazyValue) {
    return value.facts.kind === "list" || value.facts.kind === "object" ? value.facts.count : null;
  }
  if (typeof value !== "object" || value === null || isLosslessNumber(value)) return null;
  return Array.isArray(value) ? value.length : memberNames(value).length;
}

/** Returns the names of an object's members; those of large ones are listed once. */
const listedEntries = new WeakMap<object, readonly string[]>();

function memberNames(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  const known = listedEntries.get(value);
  if (known) return known;
  const names = Object.keys(value);
  if (names.length > PAGE) listedEntries.set(value, names);
  return names;
}
