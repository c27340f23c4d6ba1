import { WIRE } from "./wire-reader";

/** Bytes of the length of a text or message, which is known after it is written: a varint of this many bytes. */
const LENGTH_BYTES = 5;

/** Bytes of a tag and a number, at most. */
const NUMBER_BYTES = 16;

/** Shorter texts are written character by character, which is faster than a call of Node. */
const SHORT = 40;

/**
 * How a text becomes bytes: as UTF-8, or, where its characters are the bytes of UTF-8 already, one byte for each of them.
 */
export type TextForm = "utf8" | "latin1";

/** Writes fields of protobuf messages into one buffer, which grows. */
export class WireWriter {
  /** The form of the texts that are written next. */
  form: TextForm = "utf8";
  #bytes: Buffer;
  #at = 0;

  /** @param size bytes that are likely to suffice */
  constructor(size: number) {
    this.#bytes = Buffer.allocUnsafe(Math.max(size, 1024));
  }

  /** The written bytes, until more is written. */
  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#at);
  }

  get position(): number {
    return this.#at;
  }

  /** Forgets what was written after a position. */
  rewind(position: number): void {
    this.#at = position;
  }

  /** Begins a message. @returns what ends it */
  begin(field: number): number {
    this.#reserve(NUMBER_BYTES + LENGTH_BYTES);
    this.#tag(field, WIRE.delimited);
    this.#at += LENGTH_BYTES;
    return this.#at;
  }

  end(begun: number): void {
    const length = this.#at - begun;
    for (let index = 0; index < LENGTH_BYTES - 1; index += 1) {
      this.#bytes[begun - LENGTH_BYTES + index] = ((length >>> (7 * index)) & 127) | 128;
    }
    this.#bytes[begun - 1] = length >>> 28;
  }

  text(field: number, text: string): void {
    const begun = this.begin(field);
    if (!(text.length <= SHORT && this.#short(text))) this.#long(text);
    this.end(begun);
  }

  /** @param hex an even number of hexadecimal digits */
  hex(field: number, hex: string): void {
    const begun = this.begin(field);
    this.#reserve(hex.length);
    this.#at += this.#bytes.write(hex, this.#at, "hex");
    this.end(begun);
  }

  raw(field: number, bytes: Uint8Array): void {
    const begun = this.begin(field);
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#at);
    this.#at += bytes.length;
    this.end(begun);
  }

  /** @param value from -2^63 to 2^63 - 1 */
  int64(field: number, value: number | bigint): void {
    this.#reserve(NUMBER_BYTES);
    this.#tag(field, WIRE.varint);
    if (typeof value === "number" && value >= 0 && value < 2 ** 31) {
      this.#varint(value);
      return;
    }
    let rest = BigInt.asUintN(64, BigInt(value));
    while (rest > 127n) {
      this.#byte(Number(rest & 127n) | 128);
      rest >>= 7n;
    }
    this.#byte(Number(rest));
  }

  /** @param value from 0 to 2^64 - 1 */
  fixed64(field: number, value: bigint): void {
    this.#reserve(NUMBER_BYTES);
    this.#tag(field, WIRE.fixed64);
    this.#at = this.#bytes.writeBigUInt64LE(value, this.#at);
  }

  double(field: number, value: number): void {
    this.#reserve(NUMBER_BYTES);
    this.#tag(field, WIRE.fixed64);
    this.#at = this.#bytes.writeDoubleLE(value, this.#at);
  }

  /** @param value from 0 to 2^32 - 1 */
  fixed32(field: number, value: number): void {
    this.#reserve(NUMBER_BYTES);
    this.#tag(field, WIRE.fixed32);
    this.#at = this.#bytes.writeUInt32LE(value, this.#at);
  }

  /** False, with nothing written, for characters of several bytes. */
  #short(text: string): boolean {
    this.#reserve(SHORT);
    const bytes = this.#bytes;
    const at = this.#at;
    const last = this.form === "latin1" ? 255 : 127;
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      if (code > last) return false;
      bytes[at + index] = code;
    }
    this.#at = at + text.length;
    return true;
  }

  #long(text: string): void {
    // A character takes at most three bytes; few texts are measured.
    if (this.#at + 3 * text.length > this.#bytes.length) this.#reserve(Buffer.byteLength(text, this.form));
    this.#at += this.#bytes.write(text, this.#at, this.form);
  }

  #tag(field: number, encoding: number): void {
    this.#varint((field << 3) | encoding);
  }

  #varint(value: number): void {
    let rest = value;
    while (rest > 127) {
      this.#byte((rest & 127) | 128);
      rest >>>= 7;
    }
    this.#byte(rest);
  }

  #byte(byte: number): void {
    this.#bytes[this.#at] = byte;
    this.#at += 1;
  }

  #reserve(more: number): void {
    if (this.#at + more <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(2 * this.#bytes.length, this.#at + more));
    larger.set(this.bytes);
    this.#bytes = larger;
  }
}
