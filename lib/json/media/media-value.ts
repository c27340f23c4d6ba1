import type { LazyValue } from "@/lib/json/lazy/lazy-value";

/** How media is shown. `text` is any readable source, also HTML and SVG; `file` is only downloaded. */
export type MediaKind = "image" | "audio" | "video" | "document" | "text" | "file";

/** The place of the bytes: a stored file, or text inside the value. */
export type MediaSource =
  | { readonly kind: "stored"; readonly digest: string }
  | {
      readonly kind: "inline";
      /** The whole string of the value; the data begins at `from`. */
      readonly text: string | LazyValue;
      readonly from: number;
      readonly encoding: "base64" | "percent" | "plain";
    };

/** A file in a value, as far as the value describes it. The bytes decide how it is shown. */
export interface MediaFile {
  readonly name: string;
  /** The expected kind, by name, claimed type and first bytes. */
  readonly kind: MediaKind;
  /** The media type that the value claims. */
  readonly claimedType: string | null;
  readonly sizeBytes: number | null;
  readonly source: MediaSource;
}

/** A value that is more than its JSON. */
export type RichValue =
  | { readonly kind: "time"; readonly timeMs: number; readonly text: string }
  | {
      readonly kind: "media";
      /** The type of a custom object: `PIL.Image.Image`; null for data in a string. */
      readonly type: string | null;
      readonly files: readonly MediaFile[];
      /** Digest of the file in which a `weave.Content` describes itself. */
      readonly metadataDigest: string | null;
    };

export type RichMedia = Extract<RichValue, { kind: "media" }>;
