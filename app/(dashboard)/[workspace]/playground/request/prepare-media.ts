import type { Members, MessagePart } from "@/app/(dashboard)/[workspace]/playground/draft/draft";
import { formatBytes } from "@/lib/format/bytes";
import { isMembers } from "@/lib/json/value/members";

/** A summary of a content part in one line. */
export interface MediaDescription {
  readonly media: "image" | "audio" | "file";
  readonly text: string;
  /** The part's bytes as a `data:` address; null when they are elsewhere. */
  readonly data: string | null;
  /** The name of a file. */
  readonly name: string | null;
}

const text = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** Summarizes a content part of OpenAI's chat that is not text. */
export function describeMedia(part: Members): MediaDescription {
  if (isMembers(part.image_url)) {
    const source = text(part.image_url.url);
    return { media: "image", data: dataAddress(source), name: null, text: addressText(source, "image") };
  }
  if (isMembers(part.input_audio)) {
    const data = text(part.input_audio.data) ?? "";
    const format = text(part.input_audio.format) ?? "audio";
    const address = data === "" ? null : `data:audio/${format};base64,${data}`;
    return { media: "audio", data: address, name: null, text: `${format} audio, ${formatBytes(sizeOf(data))}` };
  }
  if (isMembers(part.file)) {
    const source = text(part.file.file_data);
    const name = text(part.file.filename) ?? text(part.file.file_id) ?? "file";
    const words = source === null ? name : `${name}, ${formatBytes(sizeOf(source))}`;
    return { media: "file", data: dataAddress(source), name, text: words };
  }
  return { media: "file", data: null, name: null, text: text(part.type) ?? "part" };
}

const dataAddress = (source: string | null): string | null => (source?.startsWith("data:") ? source : null);

function addressText(source: string | null, word: string): string {
  if (source === null) return word;
  const [, type] = /^data:([^;,]+)/.exec(source) ?? [];
  return type === undefined ? source : `${type}, ${formatBytes(sizeOf(source))}`;
}

/** The number of bytes in base64 text, with or without `data:` before it. */
function sizeOf(base64: string): number {
  const data = base64.slice(base64.indexOf(",") + 1);
  return Math.floor((data.length * 3) / 4) - (data.endsWith("==") ? 2 : data.endsWith("=") ? 1 : 0);
}

/** A file as a content part of OpenAI's chat: images and audio as such, everything else as a file. */
export function mediaPart(name: string, type: string, base64: string): MessagePart {
  if (type.startsWith("image/")) {
    return { kind: "media", value: { type: "image_url", image_url: { url: `data:${type};base64,${base64}` } } };
  }
  if (/^audio\/(?:mpeg|mp3|wav|x-wav|wave)$/.test(type)) {
    const format = /mpeg|mp3/.test(type) ? "mp3" : "wav";
    return { kind: "media", value: { type: "input_audio", input_audio: { data: base64, format } } };
  }
  const file_data = `data:${type || "application/octet-stream"};base64,${base64}`;
  return { kind: "media", value: { type: "file", file: { filename: name, file_data } } };
}
