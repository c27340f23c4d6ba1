import type { AsyncBuffer } from "hyparquet";
import { parseJson } from "@/lib/api/contract/scalars/json-text";
import { errorMessage } from "@/lib/guard/error-message";
import type { FileValue } from "./file-value";
import { ImportFileError } from "./import-file-error";
import { parquetRows } from "./parquet-rows";

/**
 * Yields the rows of a Parquet file as values of an import.
 *
 */
export async function* parquetValues(file: AsyncBuffer): AsyncGenerator<FileValue> {
  let number = 0;
  try {
    // All digits of large integers are kept, as in JSON.
    for await (const { row, nonFiniteCount } of parquetRows(file, (value) => parseJson(String(value)))) {
      number += 1;
      const filePosition = `row ${number}`;
      yield { kind: "value", filePosition, value: row, ...(nonFiniteCount > 0 ? { nonFiniteCount } : {}) };
    }
  } catch (error) {
    throw new ImportFileError(`The file cannot be read as Parquet after row ${number}: ${errorMessage(error)}`);
  }
}
