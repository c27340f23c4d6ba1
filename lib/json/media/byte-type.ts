import type { MediaKind } from "./media-value";

/** The type of bytes as their beginning says. Only the listed types are shown; everything else is text or a download. */
export interface ByteType {
  readonly kind: MediaKind;
  /** The type that a browser receives; never one that runs code. */
  readonly mimeType: string;
  /** `PNG`, `WAV`. */
  readonly label: string;
  readonly extension: string;
}

interface Signature {
  readonly at: number;
  /** Characters with the codes of the bytes. */
  readonly bytes: string;
}

const type = (kind: MediaKind, mimeType: string, label: string, extension: string): ByteType => ({
  kind,
  mimeType,
  label,
  extension,
});

/** The media type of bytes that are only downloaded: no browser opens it. */
export const DOWNLOADED = "application/octet-stream";

const SIGNATURES: readonly (readonly [readonly Signature[], ByteType])[] = [
  [[{ at: 0, bytes: "\x89PNG\r\n\x1a\n" }], type("image", "image/png", "PNG", "png")],
  [[{ at: 0, bytes: "\xff\xd8\xff" }], type("image", "image/jpeg", "JPEG", "jpg")],
  [[{ at: 0, bytes: "GIF87a" }], type("image", "image/gif", "GIF", "gif")],
  [[{ at: 0, bytes: "GIF89a" }], type("image", "image/gif", "GIF", "gif")],
  [
    [
      { at: 0, bytes: "RIFF" },
      { at: 8, bytes: "WEBP" },
    ],
    type("image", "image/webp", "WebP", "webp"),
  ],
  [
    [
      { at: 0, bytes: "RIFF" },
      { at: 8, bytes: "WAVE" },
    ],
    type("audio", "audio/wav", "WAV", "wav"),
  ],
  [
    [
      { at: 0, bytes: "BM" },
      { at: 6, bytes: "\0\0\0\0" },
    ],
    type("image", "image/bmp", "BMP", "bmp"),
  ],
  [[{ at: 4, bytes: "ftypavif" }], type("image", "image/avif", "AVIF", "avif")],
  [[{ at: 4, bytes: "ftypM4A " }], type("audio", "audio/mp4", "M4A", "m4a")],
  [[{ at: 4, bytes: "ftypheic" }], type("file", DOWNLOADED, "HEIC", "heic")],
  [[{ at: 4, bytes: "ftypqt  " }], type("video", "video/quicktime", "QuickTime", "mov")],
  [[{ at: 4, bytes: "ftyp" }], type("video", "video/mp4", "MP4", "mp4")],
  [[{ at: 0, bytes: "\x1a\x45\xdf\xa3" }], type("video", "video/webm", "WebM", "webm")],
  [[{ at: 0, bytes: "ID3" }], type("audio", "audio/mpeg", "MP3", "mp3")],
  [[{ at: 0, bytes: "OggS" }], type("audio", "audio/ogg", "Ogg", "ogg")],
  [[{ at: 0, bytes: "fLaC" }], type("audio", "audio/flac", "FLAC", "flac")],
  [[{ at: 0, bytes: "%PDF-" }], type("document", DOWNLOADED, "PDF", "pdf")],
  [[{ at: 0, bytes: "PK\x03\x04" }], type("file", DOWNLOADED, "ZIP", "zip")],
  [[{ at: 0, bytes: "\x1f\x8b\x08" }], type("file", DOWNLOADED, "GZIP", "gz")],
  [[{ at: 0, bytes: "PAR1" }], type("file", DOWNLOADED, "Parquet", "parquet")],
];

const MP3 = type("audio", "audio/mpeg", "MP3", "mp3");
const AAC = type("audio", "audio/aac", "AAC", "aac");
const TEXT = type("text", "text/plain", "Text", "txt");
const BINARY = type("file", DOWNLOADED, "File", "bin");

/** Bytes that decide whether a file is text. */
const TEXT_SAMPLE_BYTES = 4096;

/** Returns the type of media by its first bytes; null when they are not those of a listed type. */
export function signatureType(bytes: Uint8Array): ByteType | null {
  for (const [signatures, found] of SIGNATURES) if (signatures.every((each) => isAt(bytes, each))) return found;
  return frameType(bytes);
}

/** Returns the type of a file by its bytes: media, else text, else a file to download. */
export function byteType(bytes: Uint8Array): ByteType {
  return signatureType(bytes) ?? (isText(bytes) ? TEXT : BINARY);
}

function isAt(bytes: Uint8Array, { at, bytes: wanted }: Signature): boolean {
  for (let index = 0; index < wanted.length; index += 1) {
    if (bytes[at + index] !== wanted.charCodeAt(index)) return false;
  }
  return true;
}

/** Returns the type of audio that begins with a frame: a sync word, then version, layer and rates that exist. */
function frameType(bytes: Uint8Array): ByteType | null {
  const [first = 0, second = 0, third = 0] = bytes;
  if (first !== 0xff) return null;
  if ((second & 0xf6) === 0xf0) return (third & 0x3c) >> 2 <= 12 ? AAC : null;
  const isLayer3 = (second & 0xe6) === 0xe2 && (second & 0x18) !== 0x08;
  return isLayer3 && third >> 4 !== 0xf && third >> 4 !== 0 && (third & 0x0c) !== 0x0c ? MP3 : null;
}

/** Returns whether bytes are readable: valid UTF-8 without control characters other than blanks. */
function isText(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, TEXT_SAMPLE_BYTES);
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(sample, { stream: true });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what tells bytes from text
    return !/[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(text);
  } catch {
    // Not UTF-8.
    return false;
  }
}
