import { stringify } from "lossless-json";
import { plainNumber } from "@/lib/api/contract/scalars/json-text";
import { formatCount } from "@/lib/format/count";
import { type Html, html } from "./html";

/** Characters of one payload or text that a document contains. */
const MAX_VALUE_CHARACTERS = 200_000;

/** Characters of all payloads of a document: browsers open much larger files only slowly. */
const MAX_ALL_CHARACTERS = 12_000_000;

/** The room for payloads in one document. What does not fit is counted. */
export class ValueRoom {
  #left: number;
  #cutCount = 0;

  constructor(
    characters = MAX_ALL_CHARACTERS,
    private readonly maxValueCharacters = MAX_VALUE_CHARACTERS,
  ) {
    this.#left = characters;
  }

  /** The number of texts that are not, or not wholly, in the document. */
  get cutCount(): number {
    return this.#cutCount;
  }

  /** Returns the part of a text that fits. */
  take(text: string): { readonly text: string; readonly omittedCount: number } {
    const length = Math.min(text.length, this.maxValueCharacters, this.#left);
    this.#left -= length;
    if (length < text.length) this.#cutCount += 1;
    return { text: text.slice(0, length), omittedCount: text.length - length };
  }
}

function jsonText(value: unknown): string {
  try {
    return stringify(value, undefined, 2) ?? "null";
  } catch (error) {
    // Writers of JSON recurse: only a very deep value, or one that is not JSON, ends here.
    return `This value cannot be written: ${error instanceof RangeError ? "it is nested too deeply" : "it is not JSON"}.`;
  }
}

const BASE64_RUN = /[A-Za-z0-9+/]{2000,}={0,2}/g;

/** Long runs of base64 are named: nobody reads them, and they would fill the file. */
function withoutBase64(text: string): string {
  return text.replace(BASE64_RUN, (run) => `[base64, ${formatCount(run.length)} characters]`);
}

/** A text as it was written, cut where it does not fit. */
export function textBlock(text: string, room: ValueRoom, className: "code" | "words"): Html {
  const taken = room.take(withoutBase64(text));
  const cut =
    taken.omittedCount === 0
      ? null
      : html`<p class="cut">Cut: ${formatCount(taken.omittedCount)} more characters are not in this document.</p>`;
  return html`<pre class="${className}">${taken.text}</pre>${cut}`;
}

/** A payload under its name: a text as it is, every other value as indented JSON. */
export function valueBlock(label: string, value: unknown, room: ValueRoom): Html {
  const text = typeof value === "string" ? value : jsonText(value);
  return html`<div class="value"><h3>${label}</h3>${textBlock(text, room, "code")}</div>`;
}

/** Returns whether a payload has something to show. */
export function hasContent(value: unknown): boolean {
  if (value === null || value === undefined) return false;
  if (typeof plainNumber(value) === "number") return true;
  return typeof value !== "object" || Object.keys(value).length > 0;
}
