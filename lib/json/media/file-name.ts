import type { MediaKind } from "./media-value";

const EXTENSIONS: Readonly<Record<MediaKind, string>> = {
  image: "png jpg jpeg gif webp avif bmp",
  audio: "wav mp3 ogg oga flac m4a aac",
  video: "mp4 webm mov m4v",
  document: "pdf",
  text: "txt md markdown html htm svg xml json jsonl csv tsv yaml yml toml py js ts css sql log rst",
  file: "",
};

const KINDS = Object.entries(EXTENSIONS).flatMap(([kind, names]) =>
  names.split(" ").map((name): [string, MediaKind] => [name, kind as MediaKind]),
);
const KIND_BY_EXTENSION: ReadonlyMap<string, MediaKind> = new Map(KINDS);

/** Types of text that do not begin with `text/`. */
const TEXT_TYPE = /^(?:text\/|application\/(?:json|xml|javascript|yaml|x-ndjson|jsonl)|image\/svg)|\+(?:json|xml)$/;

/** Returns the extension of a file name in small letters; empty without one. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot < 0 ? "" : name.slice(dot + 1).toLowerCase();
}

/** Returns the expected kind of a file by its name. */
export function kindOfName(name: string): MediaKind {
  return KIND_BY_EXTENSION.get(extensionOf(name)) ?? "file";
}

/** Returns the expected kind of a claimed media type. SVG is text: it can contain scripts. */
export function kindOfType(type: string): MediaKind {
  const [essence = ""] = type.trim().toLowerCase().split(";");
  if (TEXT_TYPE.test(essence)) return "text";
  if (essence === "application/pdf") return "document";
  const [top] = essence.split("/");
  return top === "image" || top === "audio" || top === "video" ? top : "file";
}

const MAX_NAME_LENGTH = 120;

/** Separators of folders, characters that systems reserve, control characters, and marks that reverse the direction. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be in a file name
const UNSAFE = /[/\\:*?"<>|\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g;

/** Names that Windows reserves for devices. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/** Returns a name under which a file can be saved: only a name, visible, and with an extension. */
export function safeFileName(name: string, extension: string): string {
  const plain = name
    .replace(UNSAFE, "_")
    .replace(/^[.\s]+|(?<![.\s])[.\s]+$/g, "")
    .replace(DEVICE, "_$&");
  const dot = plain.lastIndexOf(".");
  const hasExtension = dot > 0 && /^[A-Za-z0-9]{1,12}$/.test(plain.slice(dot + 1));
  const stem = (hasExtension ? plain.slice(0, dot) : plain).slice(0, MAX_NAME_LENGTH);
  return `${stem === "" ? "file" : stem}.${hasExtension ? plain.slice(dot + 1) : extension}`;
}
