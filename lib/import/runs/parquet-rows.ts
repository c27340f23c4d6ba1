import { gunzipSync } from "node:zlib";
import { decompress } from "fzstd";
import { asyncBufferFromFile, type Compressors, parquetMetadataAsync, parquetReadObjects } from "hyparquet";
import { isMembers, type Members } from "@/lib/json/value/members";

/** Rows that are in memory at once; a trajectory has up to some megabytes. */
const ROWS_AT_ONCE = 200;

/** The reader itself knows uncompressed data and Snappy. */
const COMPRESSORS: Compressors = {
  ZSTD: (input) => decompress(input),
  GZIP: (input) => gunzipSync(input),
};

/**
 * Yields the rows of a Parquet file as objects of JSON's values.
 *
 * @throws Error for a file that is not Parquet, not complete, or compressed in another way
 */
export async function* parquetRows(path: string): AsyncGenerator<Members> {
  const file = await asyncBufferFromFile(path);
  const metadata = await parquetMetadataAsync(file);
  const count = Number(metadata.num_rows);
  for (let rowStart = 0; rowStart < count; rowStart += ROWS_AT_ONCE) {
    const rowEnd = Math.min(count, rowStart + ROWS_AT_ONCE);
    for (const row of await parquetReadObjects({ file, metadata, rowStart, rowEnd, compressors: COMPRESSORS })) {
      const plain = plainValue(row);
      if (isMembers(plain)) yield plain;
    }
  }
}

/** 64-bit integers become numbers; NaN and infinite numbers, which JSON does not have, become null. */
function plainValue(value: unknown): unknown {
  if (typeof value === "bigint") return Number(value);
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(plainValue);
  if (!isMembers(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plainValue(member)]));
}
