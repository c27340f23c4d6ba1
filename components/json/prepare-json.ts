import { isLosslessNumber } from "lossless-json";
import { stringifyJson } from "@/lib/api/contract/json-text";

export type JsonTone = "string" | "number" | "boolean" | "null" | "base64";

/** A location inside a value: member names and list positions from the root. */
export type JsonPath = readonly (string | number)[];

/** One line of the viewer. */
export interface JsonLine {
  /** Path of the value that begins (or ends) on this line, joined so that it can key a fold. */
  readonly key: string;
  readonly path: JsonPath;
  readonly depth: number;
  /** Member name before the value; null in lists, at the root and on closing lines. */
  readonly name: string | null;
  readonly kind: "open" | "close" | "folded" | "empty" | "leaf";
  /** `{`, `[`, `}`, `]`, or both for a folded or an empty one. */
  readonly brackets: string;
  /** Entries inside, for opened and folded ones. */
  readonly count: number;
  readonly isList: boolean;
  readonly hasComma: boolean;
  /** The text of a leaf as JSON. */
  readonly text: string;
  readonly tone: JsonTone | null;
  /** Characters of a string that are not shown. */
  readonly hiddenLength: number;
}

/** Strings longer than this are cut until a person asks for all. */
export const SHOWN_LENGTH = 2000;

/** Deeper levels, and longer lists, begin folded: a big value opens in a screenful. */
const OPEN_DEPTH = 3;
const OPEN_COUNT = 100;

const BASE64 = /^(?:data:[\w/+.;=-]+;base64,)?[A-Za-z0-9+/\r\n]+={0,2}$/;
const BASE64_MIN_LENGTH = 512;

export interface JsonView {
  /** Folds and unfolds that a person made; others follow depth and length. */
  readonly folds: ReadonlyMap<string, boolean>;
  /** Strings that are shown whole. */
  readonly whole: ReadonlySet<string>;
}

type Entries = readonly (readonly [string | number, unknown])[];

/** The key of a path: unambiguous, because names are written as JSON. */
export function pathKey(path: JsonPath): string {
  return JSON.stringify(path);
}

/** A path as a person writes it: `messages[0].content`, `["odd name"].x`. */
export function pathText(path: JsonPath): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === "number") return `${text}[${part}]`;
    if (!/^[A-Za-z_$][\w$-]*$/.test(part)) return `${text}[${JSON.stringify(part)}]`;
    return text === "" ? part : `${text}.${part}`;
  }, "");
}

/** A path below another that is text already: `messages[0]` and `["content"]` are `messages[0].content`. */
export function joinedPath(base: string, path: JsonPath): string {
  const inside = pathText(path);
  return inside === "" || inside.startsWith("[") ? `${base}${inside}` : `${base}.${inside}`;
}

/** The value at a path, or undefined. */
export function valueAt(root: unknown, path: JsonPath): unknown {
  return path.reduce<unknown>((value, part) => {
    if (typeof value !== "object" || value === null) return undefined;
    return Object.getOwnPropertyDescriptor(value, part)?.value;
  }, root);
}

/** A value as JSON text with its digits. */
export function valueText(value: unknown): string {
  return typeof value === "string" ? value : stringifyJson(value);
}

/** Flattens a value to lines. Folded parts cost one line, whatever is inside. */
export function flattenJson(root: unknown, view: JsonView): readonly JsonLine[] {
  const lines: JsonLine[] = [];
  write(root, [], 0, null, false, view, lines);
  return lines;
}

function write(
  value: unknown,
  path: JsonPath,
  depth: number,
  name: string | null,
  hasComma: boolean,
  view: JsonView,
  lines: JsonLine[],
): void {
  const key = pathKey(path);
  const base = { key, path, depth, name, hasComma, count: 0, isList: false, text: "", tone: null, hiddenLength: 0 };
  const count = countOf(value);
  if (count === null) {
    lines.push({ ...base, kind: "leaf", brackets: "", ...leaf(value, view.whole.has(key)) });
    return;
  }
  const isList = Array.isArray(value);
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  const container = { ...base, isList, count };
  if (count === 0) {
    lines.push({ ...container, kind: "empty", brackets: open + close });
    return;
  }
  const isFolded = view.folds.get(key) ?? (depth >= OPEN_DEPTH || (depth > 0 && count > OPEN_COUNT));
  if (isFolded) {
    lines.push({ ...container, kind: "folded", brackets: open + close });
    return;
  }
  lines.push({ ...container, kind: "open", brackets: open, hasComma: false });
  entriesOf(value).forEach(([part, item], index) => {
    const memberName = isList ? null : String(part);
    write(item, [...path, part], depth + 1, memberName, index < count - 1, view, lines);
  });
  lines.push({ ...container, kind: "close", brackets: close, name: null });
}

/** How many entries a list or an object has; null for what is neither. */
function countOf(value: unknown): number | null {
  if (typeof value !== "object" || value === null || isLosslessNumber(value)) return null;
  return Array.isArray(value) ? value.length : Object.keys(value).length;
}

function entriesOf(value: unknown): Entries {
  if (Array.isArray(value)) return value.map((item, index) => [index, item] as const);
  return Object.entries(value as object);
}

function leaf(value: unknown, isWhole: boolean): Pick<JsonLine, "text" | "tone" | "hiddenLength"> {
  if (typeof value === "string") return stringLeaf(value, isWhole);
  if (value === null || value === undefined) return { text: "null", tone: "null", hiddenLength: 0 };
  if (typeof value === "boolean") return { text: String(value), tone: "boolean", hiddenLength: 0 };
  return { text: stringifyJson(value), tone: "number", hiddenLength: 0 };
}

/** Base64 is named with its length and never drawn; other long strings are cut until asked for. */
function stringLeaf(value: string, isWhole: boolean): Pick<JsonLine, "text" | "tone" | "hiddenLength"> {
  if (isBase64(value)) return { text: "base64", tone: "base64", hiddenLength: value.length };
  const shown = isWhole ? value : value.slice(0, SHOWN_LENGTH);
  return { text: JSON.stringify(shown), tone: "string", hiddenLength: value.length - shown.length };
}

/** Whether a string is encoded bytes: long, of the alphabet, and not one letter repeated. */
export function isBase64(value: string): boolean {
  if (value.length < BASE64_MIN_LENGTH) return false;
  const isData = value.startsWith("data:");
  const sample = isData ? value.slice(0, 4096) : value.slice(0, 4096).replace(/=+$/, "");
  if (!BASE64.test(sample)) return false;
  return isData || (/[a-z]/.test(sample) && /[A-Z]/.test(sample) && /\d/.test(sample) && !/[a-z]{30,}/.test(sample));
}
