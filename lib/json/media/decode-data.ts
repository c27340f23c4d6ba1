/** The text of a value does not encode bytes. */
export class BrokenDataError extends Error {
  override readonly name = "BrokenData";

  constructor(encoding: string) {
    super(`The ${encoding} text is broken: its bytes cannot be read.`);
  }
}

/** Returns the bytes of base64 text, of the usual or the URL alphabet, with or without line ends and padding. */
export function base64Bytes(text: string): Uint8Array<ArrayBuffer> {
  const plain = text
    .replace(/[\s=]+/g, "")
    .replace(/-/g, "+")
    .replace(/_/g, "/");
  try {
    const binary = atob(plain);
    const bytes = new Uint8Array(binary.length);
    for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
    return bytes;
  } catch {
    throw new BrokenDataError("base64");
  }
}

/** Returns the bytes of text that a `data:` address writes with percent signs. */
export function percentBytes(text: string): Uint8Array<ArrayBuffer> {
  try {
    return new TextEncoder().encode(decodeURIComponent(text));
  } catch {
    throw new BrokenDataError("data address");
  }
}

/** Returns the number of bytes that base64 text of a length encodes; the text's end tells of its padding. */
export function base64Size(length: number, end = ""): number {
  const padding = end.endsWith("==") ? 2 : end.endsWith("=") ? 1 : 0;
  return Math.floor(((length - padding) * 3) / 4);
}
