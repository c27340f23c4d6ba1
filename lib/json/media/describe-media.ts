import { formatBytes } from "@/lib/format/bytes";
import { isMembers, textIn } from "@/lib/json/value/members";
import type { ByteType } from "./byte-type";
import { extensionOf, kindOfType, safeFileName } from "./file-name";
import type { MediaFile, MediaKind } from "./media-value";
import type { PixelSize } from "./pixel-size";

const WORDS: Readonly<Record<MediaKind, string>> = {
  image: "image",
  audio: "audio",
  video: "video",
  document: "document",
  text: "text",
  file: "file",
};

/** Returns the file as `metadata.json` of a `weave.Content` describes it; unchanged where it says nothing usable. */
export function describedFile(file: MediaFile, metadata: unknown): MediaFile {
  if (!isMembers(metadata)) return file;
  const claimedType = textIn(metadata, ["mimetype"]);
  const size = Number(metadata.size);
  return {
    ...file,
    name: textIn(metadata, ["filename"]) || file.name,
    kind: claimedType === null ? file.kind : kindOfType(claimedType),
    claimedType: claimedType ?? file.claimedType,
    sizeBytes: Number.isSafeInteger(size) && size >= 0 ? size : file.sizeBytes,
  };
}

/** `PNG`: by the bytes once they are loaded, by name and claimed type until then; null when nothing says it. */
function typeLabel({ name, claimedType, kind }: MediaFile, type: ByteType | null): string | null {
  const extension = extensionOf(name);
  const isSource = type === null || type.kind === "text" || type.label === "File";
  if (type !== null && !isSource) return type.label;
  if (type?.kind === "text" && kind !== "text" && kind !== "file") return "Text";
  if (/^[a-z0-9]{1,8}$/.test(extension)) return extension.toUpperCase();
  const [, part] = /^[\w.+-]+\/(?:x-|vnd\.)?([\w.-]{1,24})/.exec(claimedType ?? "") ?? [];
  if (type === null || type.kind === "text") return part === undefined ? (type?.label ?? null) : part.toUpperCase();
  return null;
}

/** Returns the name under which a file is shown: its own, or its type: `PNG image`. */
export function shownName(file: MediaFile, type: ByteType | null): string {
  if (file.name !== "") return file.name;
  const word = WORDS[type?.kind ?? file.kind];
  const label = typeLabel(file, type);
  return label === null || label.toLowerCase() === word
    ? `${word[0]?.toUpperCase()}${word.slice(1)}`
    : `${label} ${word}`;
}

/** Returns what is known of a file beside its name: type, pixels, size. */
export function fileFacts(
  file: MediaFile,
  type: ByteType | null,
  pixels: PixelSize | null,
  size: number | null,
): string {
  const label = file.name === "" ? null : typeLabel(file, type);
  const parts = [
    label,
    pixels === null ? null : `${pixels.width} × ${pixels.height}`,
    size === null ? null : formatBytes(size),
  ];
  return parts.filter((part) => part !== null).join(" · ");
}

/** Returns why a file is not what it claims to be; null when it is. */
export function typeMismatch({ kind, claimedType, name }: MediaFile, type: ByteType): string | null {
  const isShown = kind === "image" || kind === "audio" || kind === "video" || kind === "document";
  const claims = isShown || (claimedType !== null && /^(?:image|audio|video)\//.test(claimedType) && kind === "file");
  if (!claims || type.kind === kind) return null;
  // Ogg and WebM contain audio or video, whatever they are called.
  if (kind !== "image" && kind !== "document" && (type.kind === "audio" || type.kind === "video")) return null;
  const claim = claimedType ?? (name || WORDS[kind]);
  return `Described as ${claim}, but its bytes are ${type.kind === "text" ? "text" : `not of a known ${WORDS[kind]} type`}.`;
}

/** Returns the name under which a file is saved. */
export function savedName(file: MediaFile, type: ByteType | null): string {
  return safeFileName(file.name, type?.extension ?? "bin");
}
