/** A piece of text that is looked for in JSON, which may be given as the bytes of its UTF-8. */
export class TextMark {
  readonly #text: string;
  /** The platform would encode a text for each search. */
  readonly #bytes: Buffer;

  constructor(text: string) {
    this.#text = text;
    this.#bytes = Buffer.from(text);
  }

  isIn(json: string | Uint8Array): boolean {
    return typeof json === "string" ? json.includes(this.#text) : bufferOf(json).includes(this.#bytes);
  }
}

/** Returns the same bytes with the methods of a buffer. */
export function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
