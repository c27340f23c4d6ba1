import type { EngineTime } from "./timestamps";

const FIRST_CAPACITY = 64 * 1024;
const TWO_32 = 2 ** 32;

/** Below this length a loop over characters is faster than a call of the platform's encoder. */
const SHORT_TEXT = 40;

const MINUTE_LENGTH = "2025-01-02 03:04".length;

const digitAt = (text: string, at: number): number => text.charCodeAt(at) - 0x30;

function varintLength(value: number): number {
  let length = 1;
  for (let rest = value; rest >= 128; rest = Math.floor(rest / 128)) length += 1;
  return length;
}

/** Appends values in the engine's binary row format (RowBinary) to one growing buffer. */
export class BinaryWriter {
  #buffer: Buffer;
  #length = 0;
  /** Of the last time, and its seconds since 1970: the times of one request are close to each other. */
  #minute = "";
  #minuteSeconds = Number.NaN;

  /** @param buffer what is written first goes there */
  constructor(buffer: Buffer = Buffer.allocUnsafeSlow(FIRST_CAPACITY)) {
    this.#buffer = buffer;
  }

  /** Begins anew in the same buffer, or in a small one when it is longer than `keptBytes`. */
  clear(keptBytes: number): void {
    if (this.#buffer.length > keptBytes) this.#buffer = Buffer.allocUnsafeSlow(FIRST_CAPACITY);
    this.#length = 0;
  }

  get length(): number {
    return this.#length;
  }

  /** The bytes so far. Valid until the next write. */
  bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }

  byte(value: number): void {
    this.#reserve(1);
    this.#buffer[this.#length] = value;
    this.#length += 1;
  }

  uint32(value: number): void {
    this.#reserve(4);
    this.#length = this.#buffer.writeUInt32LE(value, this.#length);
  }

  float64(value: number): void {
    this.#reserve(8);
    this.#length = this.#buffer.writeDoubleLE(value, this.#length);
  }

  /** A whole number in 64 bits; a negative one in two's complement. */
  int64(value: number | bigint): void {
    this.#reserve(8);
    if (typeof value === "bigint") {
      this.#length = this.#buffer.writeBigUInt64LE(BigInt.asUintN(64, value), this.#length);
      return;
    }
    const high = Math.floor(value / TWO_32);
    this.#buffer.writeUInt32LE(value - high * TWO_32, this.#length);
    this.#length = this.#buffer.writeInt32LE(high | 0, this.#length + 4);
  }

  varint(value: number): void {
    this.#reserve(9);
    let rest = value;
    for (; rest >= 128; rest = Math.floor(rest / 128)) {
      this.#buffer[this.#length] = (rest % 128) | 128;
      this.#length += 1;
    }
    this.#buffer[this.#length] = rest;
    this.#length += 1;
  }

  /** Bytes with their length before them. */
  lengthAndBytes(value: Uint8Array): void {
    this.varint(value.length);
    this.#reserve(value.length);
    this.#buffer.set(value, this.#length);
    this.#length += value.length;
  }

  /** Text as UTF-8 with its length before it. Half a surrogate pair becomes U+FFFD: the engine takes only valid text. */
  lengthAndText(value: string): void {
    if (value.length < SHORT_TEXT && this.#shortAscii(value)) return;
    const expected = varintLength(value.length);
    // UTF-8 has at most three bytes for each UTF-16 unit.
    this.#reserve(9 + value.length * 3);
    const written = this.#buffer.write(value, this.#length + expected, "utf8");
    const needed = varintLength(written);
    if (needed !== expected) {
      const from = this.#length + expected;
      this.#buffer.copyWithin(this.#length + needed, from, from + written);
    }
    this.varint(written);
    this.#length += written;
  }

  /** An engine time as a DateTime64 with six digits. */
  time(value: EngineTime): void {
    const minute = value.slice(0, MINUTE_LENGTH);
    if (minute !== this.#minute) {
      this.#minute = minute;
      this.#minuteSeconds = Date.parse(`${minute.replace(" ", "T")}Z`) / 1000;
    }
    const seconds = this.#minuteSeconds + digitAt(value, 17) * 10 + digitAt(value, 18);
    let fraction = 0;
    for (let at = 20; at < 26; at += 1) fraction = fraction * 10 + (at < value.length ? digitAt(value, at) : 0);
    const micros = seconds * 1e6 + fraction;
    // Microseconds pass 2^53 in the year 2255.
    this.int64(Number.isSafeInteger(micros) ? micros : BigInt(seconds) * 1_000_000n + BigInt(fraction));
  }

  #shortAscii(value: string): boolean {
    this.#reserve(SHORT_TEXT + 1);
    const start = this.#length + 1;
    for (let at = 0; at < value.length; at += 1) {
      const unit = value.charCodeAt(at);
      if (unit > 127) return false;
      this.#buffer[start + at] = unit;
    }
    this.#buffer[this.#length] = value.length;
    this.#length = start + value.length;
    return true;
  }

  #reserve(bytes: number): void {
    const needed = this.#length + bytes;
    if (needed <= this.#buffer.length) return;
    const grown = Buffer.allocUnsafeSlow(Math.max(needed, this.#buffer.length * 2));
    this.#buffer.copy(grown, 0, 0, this.#length);
    this.#buffer = grown;
  }
}
