import { parseTime } from "@/lib/format/time";
import { LazyValue } from "@/lib/json/lazy/lazy-value";
import { isBase64 } from "@/lib/json/value/json-path";
import { isMembers, type Members } from "@/lib/json/value/members";
import { type ByteType, DOWNLOADED, signatureType } from "./byte-type";
import { base64Bytes, base64Size } from "./decode-data";
import { kindOfName, kindOfType } from "./file-name";
import type { MediaFile, MediaKind, RichValue } from "./media-value";
import { customFiles, customType } from "./stored-file";

/** `data:image/png;base64,` */
const DATA_ADDRESS = /^data:([\w.+-]+\/[\w.+-]+)?((?:;[\w.+-]+(?:=[^;,\s]*)?)*),/i;

/** Shorter text is read as text: too few bytes to be media. */
const MIN_BASE64_LENGTH = 64;

/** How the base64 text of media begins whose signature is too long to be other text by chance. */
const BASE64_START = /^(?:iVBORw0KGgo|[/_]9j[/_]|R0lGOD|UklGR|JVBERi0|T2dnUw|ZkxhQw|GkXfo|AAAA..Z0eX)/;

/** Base64 characters that are enough for every signature. */
const SIGNATURE_LENGTH = 64;

const BASE64 = /^[\w+/=\s-]*$/;
const SAMPLE_LENGTH = 4096;

/** Files in which SDKs describe an object. */
const METADATA_NAMES: ReadonlySet<string> = new Set(["metadata.json", "_metadata.json"]);

/**
 * Returns what a value is besides its JSON: media in a string, or an object that an SDK stored (an image, `weave.Content`,
 * `datetime`, an object of an unknown type with files); null for every other value. Reads a lazy value by its beginning.
 */
export function richValue(value: unknown): RichValue | null {
  if (typeof value === "string") return inlineMedia(value, value, value.length);
  if (value instanceof LazyValue) {
    const { kind, beginning, count, first } = value.facts;
    if (kind === "string") return inlineMedia(value, beginning, count);
    return kind === "object" ? customValue(first) : null;
  }
  return customValue(value);
}

/** Returns the media in a `data:` address under the name that stands beside it; null for other text. */
export function namedMedia(address: string | null, name: string | null): RichValue | null {
  const rich = address?.startsWith("data:") ? richValue(address) : null;
  if (rich?.kind !== "media" || name === null) return rich;
  return { ...rich, files: rich.files.map((file) => ({ ...file, name })) };
}

function inlineMedia(text: string | LazyValue, start: string, length: number): RichValue | null {
  const file = start.startsWith("data:") ? dataFile(text, start, length) : encodedFile(text, start, length);
  return file === null ? null : { kind: "media", type: null, files: [file], metadataDigest: null };
}

function dataFile(text: string | LazyValue, start: string, length: number): MediaFile | null {
  const match = DATA_ADDRESS.exec(start);
  if (match === null) return null;
  const [head, claimed = "text/plain", parameters = ""] = match;
  const isEncoded = /;base64$/i.test(parameters);
  const data = start.slice(head.length);
  if (isEncoded && !BASE64.test(data.slice(0, SIGNATURE_LENGTH))) return null;
  const rest = length - head.length;
  return {
    name: /;name=([^;,]+)/i.exec(parameters)?.[1] ?? "",
    kind: isEncoded ? kindOfStart(data, claimed) : "text",
    claimedType: claimed.toLowerCase(),
    sizeBytes: isEncoded ? base64Size(rest, typeof text === "string" ? text.slice(-2) : "") : rest,
    source: { kind: "inline", text, from: head.length, encoding: isEncoded ? "base64" : "percent" },
  };
}

/** Base64 without an address, as in `input_audio.data` or `inline_data.data`: its first bytes say what it is. */
function encodedFile(text: string | LazyValue, start: string, length: number): MediaFile | null {
  if (length < MIN_BASE64_LENGTH) return null;
  const isMedia = BASE64_START.test(start) && BASE64.test(start.slice(0, SAMPLE_LENGTH));
  if (!isMedia && !isBase64(start)) return null;
  const type = typeOfStart(start);
  return {
    name: "",
    kind: type?.kind ?? "file",
    // Nothing is claimed: the first bytes are the only description.
    claimedType: type?.mimeType === DOWNLOADED ? null : (type?.mimeType ?? null),
    sizeBytes: base64Size(length, typeof text === "string" ? text.slice(-2) : ""),
    source: { kind: "inline", text, from: 0, encoding: "base64" },
  };
}

/** The kind that the first bytes have; without a signature only text is believed. */
function kindOfStart(data: string, claimed: string): MediaKind {
  return typeOfStart(data)?.kind ?? (kindOfType(claimed) === "text" ? "text" : "file");
}

/** The type of the first bytes of base64 text. */
function typeOfStart(data: string): ByteType | null {
  const head = data.slice(0, SIGNATURE_LENGTH).replace(/[\s=]+/g, "");
  // Four characters are three bytes.
  return signatureType(base64Bytes(head.slice(0, head.length - (head.length % 4))));
}

function customValue(value: unknown): RichValue | null {
  if (!isMembers(value) || value._type !== "CustomWeaveType") return null;
  const type = customType(value);
  if (typeof type !== "string") return null;
  const time = type === "datetime.datetime" && typeof value.val === "string" ? parseTime(value.val) : null;
  if (time !== null) return { kind: "time", timeMs: time, text: String(value.val) };
  const stored = customFiles(value);
  const described = stored.filter(({ name }) => !METADATA_NAMES.has(name));
  const files = described.length > 0 ? described : stored;
  return {
    kind: "media",
    type,
    files: [
      ...files.map(({ name, digest }): MediaFile => {
        const kind = kindOfName(name);
        return { name, kind, claimedType: null, sizeBytes: null, source: { kind: "stored", digest } };
      }),
      ...writtenFiles(value),
    ],
    metadataDigest: stored.find(({ name }) => name === "metadata.json")?.digest ?? null,
  };
}

/** Markdown is stored in the value itself. */
function writtenFiles({ val }: Members): readonly MediaFile[] {
  const text = isMembers(val) ? val.markup : null;
  const isLazy = text instanceof LazyValue && text.facts.kind === "string";
  if (typeof text !== "string" && !isLazy) return [];
  const sizeBytes = typeof text === "string" ? new TextEncoder().encode(text).length : text.facts.count;
  const source = { kind: "inline", text, from: 0, encoding: "plain" } as const;
  return [{ name: "markup.md", kind: "text", claimedType: "text/markdown", sizeBytes, source }];
}
