import { blobSource } from "@/lib/import/blob-source";
import { decodeText } from "@/lib/import/decode-text";
import { isParquet, sourceValues } from "@/lib/import/import-source";
import type { Dictionary } from "@/lib/json/value/value-kind";
import { fileKind, readTableFile, rowsOfValues } from "./read-table-file";

/**
 * Returns the rows of a file, all of them or none: JSON, JSON Lines, CSV or TSV, also compressed, or Parquet, where NaN is a
 * missing value.
 *
 * @throws ImportFileError with the position of the first invalid row
 */
export async function readTable(file: File): Promise<readonly Dictionary[]> {
  const source = blobSource(file);
  if (await isParquet(source)) return await rowsOfValues(sourceValues(source), { isNanMissing: true });
  return await readTableFile(decodeText(source.bytes()), fileKind(file.name));
}
