import { parseTruncatedJson } from "@/lib/json/scan/cut-json";
import { type JsonPathSegments, joinedPath } from "@/lib/json/value/json-path";
import type { MediaFile, RichValue } from "./media-value";
import { richValue } from "./rich-value";

/** Media or a time inside a value, and its path; the path of the value itself is empty. */
export interface LocatedMedia {
  readonly path: string;
  readonly rich: RichValue;
}

/** Only a part of a big value is searched. */
const MAX_VALUES = 5000;

/** Returns the media among the parts of a value, nearest the top first. */
export function mediaInside(root: unknown, most: number): readonly LocatedMedia[] {
  const found: LocatedMedia[] = [];
  const queue: { readonly path: JsonPathSegments; readonly value: unknown }[] = [{ path: [], value: root }];
  for (let at = 0; at < queue.length && at < MAX_VALUES && found.length < most; at += 1) {
    const { path, value } = queue[at] ?? { path: [], value: null };
    const rich = richValue(value);
    if (rich !== null && (rich.kind === "time" || rich.files.length > 0)) {
      found.push({ path: joinedPath("", path).replace(/^\./, ""), rich });
      continue;
    }
    if (typeof value !== "object" || value === null || queue.length > MAX_VALUES) continue;
    const isList = Array.isArray(value);
    for (const [name, member] of Object.entries(value)) {
      queue.push({ path: [...path, isList ? Number(name) : name], value: member });
    }
  }
  return found;
}

/** Text that may contain media: most text is not read further. */
const HINT = /"CustomWeaveType"|data:[\w.+-]+\/[\w.+-]+[;,]|^"?[\w+/=-]{64}/;

/** Returns the media in a text that is plain or JSON, and possibly cut. A file whose digest is cut is left out. */
export function mediaInText(text: string, most: number): readonly LocatedMedia[] {
  if (!HINT.test(text)) return [];
  const found = mediaInside(/^[{["]/.test(text) ? parseTruncatedJson(text) : text, most);
  return found.filter(({ rich }) => rich.kind === "time" || rich.files.every((file) => isWhole(file, text)));
}

function isWhole({ source }: MediaFile, text: string): boolean {
  return source.kind === "inline" || text.includes(JSON.stringify(source.digest));
}
