import { BinaryWriter } from "./binary-writer";

/** A value of a row. Text may be given as the bytes of its UTF-8, and is then stored as it is. */
export type RowValue = string | Uint8Array | number | bigint | null | readonly RowValue[];

/** A type of the engine, and how a value of it is written. */
export interface BinaryType {
  /** As SQL writes it. */
  readonly sql: string;
  readonly write: (out: BinaryWriter, value: RowValue) => void;
}

export interface BinaryColumn {
  readonly name: string;
  readonly type: BinaryType;
}

/** A value of another type than its column has: a fault of this program. */
class RowValueError extends TypeError {
  override readonly name = "RowValueError";

  constructor(sql: string, value: RowValue) {
    super(`A column of type ${sql} cannot hold ${value === null ? "null" : typeof value}.`);
  }
}

function ofNumber(sql: string, write: (out: BinaryWriter, value: number) => void): BinaryType {
  return {
    sql,
    write: (out, value) => {
      if (typeof value !== "number") throw new RowValueError(sql, value);
      write(out, value);
    },
  };
}

function writeText(out: BinaryWriter, value: RowValue): void {
  if (typeof value === "string") out.lengthAndText(value);
  else if (value instanceof Uint8Array) out.lengthAndBytes(value);
  else throw new RowValueError("String", value);
}

/** Also for columns of `LowCardinality(String)`, whose values are written the same. */
export const TEXT: BinaryType = { sql: "String", write: writeText };
export const UINT8: BinaryType = ofNumber("UInt8", (out, value) => out.byte(value));
export const UINT32: BinaryType = ofNumber("UInt32", (out, value) => out.uint32(value));
export const UINT64: BinaryType = {
  sql: "UInt64",
  write: (out, value) => {
    if (typeof value !== "number" && typeof value !== "bigint") throw new RowValueError("UInt64", value);
    out.int64(value);
  },
};
export const INT64: BinaryType = ofNumber("Int64", (out, value) => out.int64(value));
export const FLOAT64: BinaryType = ofNumber("Float64", (out, value) => out.float64(value));

/** Microseconds, from an `EngineTime`. */
export const TIME: BinaryType = {
  sql: "DateTime64(6, 'UTC')",
  write: (out, value) => {
    if (typeof value !== "string") throw new RowValueError("DateTime64", value);
    out.time(value);
  },
};

export function nullable({ sql, write }: BinaryType): BinaryType {
  return {
    sql: `Nullable(${sql})`,
    write: (out, value) => {
      out.byte(value === null ? 1 : 0);
      if (value !== null) write(out, value);
    },
  };
}

export function listOf({ sql, write }: BinaryType): BinaryType {
  return {
    sql: `Array(${sql})`,
    write: (out, value) => {
      if (!Array.isArray(value)) throw new RowValueError(`Array(${sql})`, value);
      out.varint(value.length);
      for (const item of value) write(out, item);
    },
  };
}

/** A value of each type, in order. */
export function tupleOf(types: readonly BinaryType[]): BinaryType {
  const sql = `Tuple(${types.map((type) => type.sql).join(", ")})`;
  return {
    sql,
    write: (out, value) => {
      if (!Array.isArray(value) || value.length !== types.length) throw new RowValueError(sql, value);
      for (let at = 0; at < types.length; at += 1) types[at]?.write(out, value[at]);
    },
  };
}

const MAX_KEPT_BYTES = 32 * 1024 * 1024;

/** Rows of one table in the engine's binary format, ready for an insert. */
export class RowEncoder {
  readonly columns: readonly BinaryColumn[];
  readonly #out: BinaryWriter;

  /** @param buffer where the rows are written as long as they fit */
  constructor(columns: readonly BinaryColumn[], buffer?: Buffer) {
    this.columns = columns;
    this.#out = new BinaryWriter(buffer);
  }

  /** Bytes of the rows so far. */
  get length(): number {
    return this.#out.length;
  }

  /** @param values one for each column, in order */
  add(values: readonly RowValue[]): void {
    if (values.length !== this.columns.length) {
      throw new RangeError(`A row has ${values.length} values for ${this.columns.length} columns.`);
    }
    // Not by an iterator, which makes an object for each value.
    for (let at = 0; at < values.length; at += 1) this.columns[at]?.type.write(this.#out, values[at] ?? null);
  }

  /** Forgets the rows. A buffer of usual size is used again. */
  clear(): void {
    this.#out.clear(MAX_KEPT_BYTES);
  }

  /** The rows so far. Valid until the next row. */
  bytes(): Buffer {
    return this.#out.bytes();
  }
}
