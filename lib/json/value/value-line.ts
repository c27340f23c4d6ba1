import { countOf } from "@/lib/format/count";
import { isBase64, valueText } from "./json-path";
import { isDictionary, numberText, valueKind } from "./value-kind";

/** The format of a cell's value in one line. */
export interface CellText {
  readonly kind: "missing" | "null" | "number" | "boolean" | "word" | "prose" | "list" | "dictionary" | "bytes";
  /** `[4]`, `{2}`: how many entries. */
  readonly count: string | null;
  readonly text: string;
}

/** Maximum number of characters in a cell; the viewer has the rest. */
const SHOWN_LENGTH = 240;

/** Members that name an entry of a list for a reader. */
const NAMES = ["name", "role", "id", "type", "title"] as const;

/**
 * Returns the text to copy: strings unchanged, everything else as JSON with its digits, nothing for a missing value.
 */
export function copyText(value: unknown): string {
  return value === undefined ? "" : valueText(value);
}

/** Returns the one line that a cell shows. */
export function cellText(value: unknown): CellText {
  const number = numberText(value);
  if (number !== null) return { kind: "number", count: null, text: number };
  switch (valueKind(value)) {
    case null:
      return { kind: "missing", count: null, text: "" };
    case "null":
      return { kind: "null", count: null, text: "null" };
    case "bool":
      return { kind: "boolean", count: null, text: String(value) };
    case "str":
      return stringCell(String(value));
    default:
      return nestedCell(value);
  }
}

function stringCell(value: string): CellText {
  if (isBase64(value)) return { kind: "bytes", count: null, text: `base64, ${countOf(value.length, "character")}` };
  const text = value.slice(0, SHOWN_LENGTH).replace(/\s+/g, " ");
  return { kind: /\s/.test(text.trim()) ? "prose" : "word", count: null, text };
}

function nestedCell(value: unknown): CellText {
  if (Array.isArray(value)) {
    return {
      kind: "list",
      count: `[${value.length}]`,
      text: value.slice(0, 8).map(abbreviate).join(", ").slice(0, SHOWN_LENGTH),
    };
  }
  const members = isDictionary(value) ? Object.entries(value) : [];
  const text = members
    .slice(0, 6)
    .map(([key, member]) => `${key}: ${abbreviate(member)}`)
    .join(", ");
  return { kind: "dictionary", count: `{${members.length}}`, text: text.slice(0, SHOWN_LENGTH) };
}

/** A short description of an entry: its name if it has one, or its shape. Never writes out a large value. */
function abbreviate(value: unknown): string {
  if (Array.isArray(value)) return `[${value.length}]`;
  if (!isDictionary(value)) return valueText(value).slice(0, 60);
  const name = NAMES.map((key) => value[key]).find((candidate) => typeof candidate === "string" && candidate !== "");
  return typeof name === "string" ? name.slice(0, 60) : `{${Object.keys(value).length}}`;
}

/** Returns the viewer's tag: `list of 4`, `dictionary of 2`, `text of 412 characters`. */
export function kindText(value: unknown): string {
  if (Array.isArray(value)) return `list of ${value.length}`;
  if (isDictionary(value)) return `dictionary of ${Object.keys(value).length}`;
  if (typeof value === "string") return `text of ${countOf(value.length, "character")}`;
  if (value === undefined) return "no value";
  return valueKind(value) === "bool" ? "boolean" : value === null ? "null" : "number";
}
