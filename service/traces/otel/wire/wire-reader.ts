/** Bytes that are not the protobuf message they should be. */
export class WireError extends Error {
  override readonly name = "WireError";
}

/** How the value of a field is encoded. */
export const WIRE = { varint: 0, fixed64: 1, delimited: 2, groupStart: 3, groupEnd: 4, fixed32: 5 } as const;

const MAX_GROUP_DEPTH = 100;
const LOW_32 = 0xffff_ffffn;

/**
 * Reads the fields of one protobuf message from a range of bytes. No object is created for a field: after `next`, the
 * members describe the field at the reader, and one of the methods takes its value or `skip` passes over it.
 */
export class WireReader {
  readonly bytes: Buffer;
  /** Number of the current field. */
  field = 0;
  /** Encoding of the current field, one of {@link WIRE}. */
  encoding = 0;
  /** Range of the last value that `range` took. */
  start = 0;
  end = 0;
  #at = 0;
  #limit = 0;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
    this.#limit = bytes.length;
  }

  /** Continues with the message in this range. */
  enter(start: number, end: number): void {
    this.#at = start;
    this.#limit = end;
  }

  /** Moves to the next field; false at the end of the message. */
  next(): boolean {
    if (this.#at >= this.#limit) return false;
    const at = this.#at;
    const tag = this.#varint();
    this.field = tag >>> 3;
    this.encoding = tag & 7;
    if (this.field === 0) throw new WireError(`the byte ${at} does not begin a field`);
    return true;
  }

  /** True when the current field is this one, encoded like this. A field in another encoding is an unknown field. */
  is(field: number, encoding: number): boolean {
    return this.field === field && this.encoding === encoding;
  }

  /** Takes a text, bytes or a message: its range is in `start` and `end`. */
  range(): void {
    const length = this.#varint();
    this.start = this.#at;
    this.end = this.#at + length;
    if (this.end > this.#limit) {
      throw new WireError(`a field of ${length} bytes at byte ${this.#at} is longer than its message`);
    }
    this.#at = this.end;
  }

  /** Takes a number in 32 bits; of a longer one, the lower half. */
  uint32(): number {
    return this.#varint();
  }

  fixed32(): number {
    const at = this.#advance(4);
    return this.bytes.readUInt32LE(at);
  }

  fixed64(): bigint {
    const at = this.#advance(8);
    return this.bytes.readBigUInt64LE(at);
  }

  double(): number {
    const at = this.#advance(8);
    return this.bytes.readDoubleLE(at);
  }

  /** Takes a signed number in 64 bits: a plain number where it is exact. */
  int64(): number | bigint {
    let low = 0;
    let high = 0;
    const start = this.#at;
    for (let index = 0; index < 10; index += 1) {
      const byte = this.#byte();
      const bits = byte & 127;
      if (index < 4) low += bits * 2 ** (index * 7);
      else if (index === 4) {
        low += (bits & 15) * 2 ** 28;
        high = bits >>> 4;
      } else if (index < 9) high += bits * 2 ** (index * 7 - 32);
      else high += (bits & 1) * 2 ** 31;
      if (byte < 128) {
        const value = (high | 0) * 2 ** 32 + low;
        if (Number.isSafeInteger(value)) return value;
        return (BigInt(high | 0) << 32n) | (BigInt(low) & LOW_32);
      }
    }
    throw new WireError(`the number at byte ${start} is too long`);
  }

  /** Passes over the value of the current field. */
  skip(): void {
    this.#skip(0);
  }

  #skip(depth: number): void {
    switch (this.encoding) {
      case WIRE.varint:
        this.int64();
        return;
      case WIRE.fixed64:
        this.#advance(8);
        return;
      case WIRE.delimited:
        this.range();
        return;
      case WIRE.fixed32:
        this.#advance(4);
        return;
      case WIRE.groupStart:
        this.#skipGroup(depth);
        return;
      default:
        throw new WireError(`the field before byte ${this.#at} has the unknown encoding ${this.encoding}`);
    }
  }

  #skipGroup(depth: number): void {
    if (depth >= MAX_GROUP_DEPTH) throw new WireError("its groups nest too deep");
    while (this.next()) {
      if (this.encoding === WIRE.groupEnd) return;
      this.#skip(depth + 1);
    }
    throw new WireError("a group does not end");
  }

  #byte(): number {
    if (this.#at >= this.#limit) throw new WireError(`the message ends too early, at byte ${this.#limit}`);
    const byte = this.bytes[this.#at] ?? 0;
    this.#at += 1;
    return byte;
  }

  #advance(length: number): number {
    const at = this.#at;
    if (at + length > this.#limit) throw new WireError(`the message ends too early, at byte ${this.#limit}`);
    this.#at = at + length;
    return at;
  }

  /** Lengths, tags and small numbers: the lower 32 bits. */
  #varint(): number {
    const first = this.#byte();
    if (first < 128) return first;
    const start = this.#at - 1;
    let value = first & 127;
    for (let shift = 7; shift < 70; shift += 7) {
      const byte = this.#byte();
      if (shift < 28) value |= (byte & 127) << shift;
      else if (shift === 28) value |= (byte & 15) << 28;
      if (byte < 128) return value >>> 0;
    }
    throw new WireError(`the number at byte ${start} is too long`);
  }
}
