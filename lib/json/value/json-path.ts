import { stringifyJson } from "@/lib/api/contract/scalars/json-text";

/** A location inside a value: member names and list positions from the root. */
export type JsonPathSegments = readonly (string | number)[];

const BASE64 = /^(?:data:[\w/+.;=-]+;base64,)?[A-Za-z0-9+/\r\n]+={0,2}$/;
const MIN_BASE64_LENGTH = 512;

/** The key of a path: unambiguous, because names are written as JSON. */
export function pathKey(path: JsonPathSegments): string {
  return JSON.stringify(path);
}

/** Returns a path in the usual notation: `messages[0].content`, `["odd name"].x`. */
export function pathText(path: JsonPathSegments): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === "number") return `${text}[${part}]`;
    if (!/^[A-Za-z_$][\w$-]*$/.test(part)) return `${text}[${JSON.stringify(part)}]`;
    return text === "" ? part : `${text}.${part}`;
  }, "");
}

/** Returns a path below another one in text form: `messages[0]` and `["content"]` are `messages[0].content`. */
export function joinedPath(base: string, path: JsonPathSegments): string {
  const inside = pathText(path);
  return inside === "" || inside.startsWith("[") ? `${base}${inside}` : `${base}.${inside}`;
}

/** Returns the value at a path, or undefined. */
export function valueAt(root: unknown, path: JsonPathSegments): unknown {
  return path.reduce<unknown>((value, part) => {
    if (typeof value !== "object" || value === null) return undefined;
    return Object.getOwnPropertyDescriptor(value, part)?.value;
  }, root);
}

/** Returns a value as JSON text with its digits. */
export function valueText(value: unknown): string {
  return typeof value === "string" ? value : stringifyJson(value);
}

/** Returns whether a string is encoded bytes: long, of the alphabet, and not one letter repeated. */
export function isBase64(value: string): boolean {
  if (value.length < MIN_BASE64_LENGTH) return false;
  const isData = value.startsWith("data:");
  const sample = isData ? value.slice(0, 4096) : value.slice(0, 4096).replace(/(?<!=)=+$/, "");
  if (!BASE64.test(sample)) return false;
  return isData || (/[a-z]/.test(sample) && /[A-Z]/.test(sample) && /\d/.test(sample) && !/[a-z]{30,}/.test(sample));
}
