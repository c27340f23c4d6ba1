import type { LoadRequest } from "@/lib/json/lazy/lazy-parts";
import type { RichValue } from "@/lib/json/media/media-value";
import type { JsonPathSegments } from "@/lib/json/value/json-path";

/** One line of the viewer. */
export interface JsonLine {
  /** Identifies a line of a viewer. */
  readonly id: string;
  /** Path of the value that begins (or ends) on this line, joined so that it can key a fold; with a page its start. */
  readonly key: string;
  readonly path: JsonPathSegments;
  readonly depth: number;
  /** Member name before the value; null in lists, at the root and on closing lines. */
  readonly name: string | null;
  /**
   * `page` is a run of entries of a wide list or object, folded or not; `text` a run of a long string; `pending` a part
   * that must be read before it can be drawn.
   */
  readonly kind: "open" | "close" | "folded" | "empty" | "leaf" | "page" | "text" | "pending";
  /** `{`, `[`, `}`, `]`, or both for a folded or an empty one. */
  readonly brackets: string;
  /** Number of entries of a value that can be folded. */
  readonly count: number;
  readonly isList: boolean;
  readonly isOpen: boolean;
  readonly hasComma: boolean;
  /** The text of a leaf as JSON. */
  readonly text: string;
  readonly tone: JsonTone | null;
  /** Characters of a string that are not shown. */
  readonly hiddenLength: number;
  /** Entries of a page, or characters of a run of text: start, and exclusive end. */
  readonly from: number;
  readonly to: number;
  /** The value that begins here, or the value of a page or a run of text. */
  readonly value: unknown;
  /** Media or a time that the value is; null for what is only JSON. */
  readonly rich: RichValue | null;
  /** The part that must be read before the line can be drawn. */
  readonly load: LoadRequest | null;
}

export type JsonTone = "string" | "number" | "boolean" | "null" | "base64";
