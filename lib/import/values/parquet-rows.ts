import { gunzipSync } from "fflate";
import { decompress } from "fzstd";
import {
  type AsyncBuffer,
  type Compressors,
  type FileMetaData,
  type ParquetParsers,
  parquetMetadataAsync,
  parquetReadObjects,
} from "hyparquet";
import { parseJson } from "@/lib/api/contract/scalars/json-text";
import { isMembers, type Members } from "@/lib/json/value/members";
import { JSON_ELEMENTS } from "@/lib/parquet/json-elements";

/** Rows of a group that are in memory at once take about this much. Each part of a group decodes the rows before it, too. */
const BYTES_AT_ONCE = 32 * 1024 ** 2;
const MIN_ROWS_AT_ONCE = 200;

/** The reader itself knows uncompressed data and Snappy. */
const COMPRESSORS: Compressors = {
  ZSTD: (input) => decompress(input),
  GZIP: (input) => gunzipSync(input),
};

const decoder = new TextDecoder();

const PARSERS: Partial<ParquetParsers> = {
  jsonFromBytes: (bytes) => (bytes === undefined ? null : parseJson(decoder.decode(bytes))),
};

/** One row, with NaN and infinite numbers, which JSON does not have, as null. */
export interface ParquetRow {
  readonly row: Members;
  readonly nonFiniteCount: number;
}

/**
 * Yields the rows of a Parquet file as objects of JSON's values.
 *
 * @param integerOf returns a 64-bit integer as a value of JSON
 * @throws Error for a file that is not Parquet, not complete, or compressed in another way
 */
export async function* parquetRows(
  file: AsyncBuffer,
  integerOf: (value: bigint) => unknown = Number,
): AsyncGenerator<ParquetRow> {
  const metadata = await parquetMetadataAsync(file);
  markJson(metadata);
  for (const { rowStart, rowEnd } of partsOf(metadata)) {
    const part = { file, metadata, rowStart, rowEnd, compressors: COMPRESSORS, parsers: PARSERS };
    for (const read of await parquetReadObjects(part)) {
      const plain = new PlainValues(integerOf);
      const row = plain.of(read);
      if (isMembers(row)) yield { row, nonFiniteCount: plain.nonFiniteCount };
    }
  }
}

/** The reader knows JSON by one mark of the format only. Our own exports have it as text, and say where. */
function markJson({ schema, key_value_metadata: facts = [] }: FileMetaData): void {
  const own = facts.find(({ key }) => key === JSON_ELEMENTS)?.value ?? "[]";
  const numbers: unknown = JSON.parse(own);
  const marked = new Set<unknown>(Array.isArray(numbers) ? numbers : []);
  for (const [at, element] of schema.entries())
    if (element.logical_type?.type === "JSON" || (marked.has(at) && element.type === "BYTE_ARRAY"))
      element.converted_type = "JSON";
}

/** Ranges of rows, none of which is in two groups. */
function* partsOf({
  row_groups: groups,
}: FileMetaData): Generator<{ readonly rowStart: number; readonly rowEnd: number }> {
  let groupStart = 0;
  for (const group of groups) {
    const groupEnd = groupStart + Number(group.num_rows);
    const parts = Math.ceil(Number(group.total_byte_size) / BYTES_AT_ONCE);
    const rows = Math.max(MIN_ROWS_AT_ONCE, Math.ceil(Number(group.num_rows) / Math.max(1, parts)));
    for (let rowStart = groupStart; rowStart < groupEnd; rowStart += rows) {
      yield { rowStart, rowEnd: Math.min(groupEnd, rowStart + rows) };
    }
    groupStart = groupEnd;
  }
}

class PlainValues {
  nonFiniteCount = 0;
  readonly #integerOf: (value: bigint) => unknown;

  constructor(integerOf: (value: bigint) => unknown) {
    this.#integerOf = integerOf;
  }

  of = (value: unknown): unknown => {
    if (typeof value === "bigint") return this.#integerOf(value);
    if (typeof value === "number") {
      if (Number.isFinite(value)) return value;
      this.nonFiniteCount += 1;
      return null;
    }
    if (value instanceof Date) return value.toISOString();
    if (Array.isArray(value)) return value.map(this.of);
    if (!isMembers(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, this.of(member)]));
  };
}
