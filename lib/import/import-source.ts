import { decodeText } from "./decode-text";
import type { FileValue } from "./values/file-value";
import { readFileValues } from "./values/file-values";

/** A file of an import. */
export interface ImportSource {
  readonly byteLength: number;
  /** All bytes, from the first. */
  readonly bytes: () => AsyncIterable<Uint8Array>;
  /** Some bytes, up to an end that is not included. */
  readonly slice: (start: number, end?: number) => Promise<ArrayBuffer>;
}

const beginsWith = async (source: Pick<ImportSource, "slice">, magic: string): Promise<boolean> =>
  new TextDecoder("latin1").decode(await source.slice(0, magic.length)) === magic;

/** Returns whether a file says in its first bytes that it is Parquet. */
export const isParquet = (source: Pick<ImportSource, "slice">) => beginsWith(source, "PAR1");

/** The same for ZIP. */
const isArchive = (source: Pick<ImportSource, "slice">) => beginsWith(source, "PK\u0003\u0004");

/**
 * Yields the values of a file: JSON, JSON Lines or CSV, also compressed with gzip or Zstandard, the rows of Parquet, or the
 * parts of an Inspect log.
 *
 * @throws ImportFileError when the file is none of these, or damaged
 */
export async function* sourceValues(source: ImportSource): AsyncGenerator<FileValue> {
  if (await isParquet(source)) {
    const { parquetValues } = await import("./values/parquet-values");
    yield* parquetValues(source);
  } else if (await isArchive(source)) {
    const { inspectLogValues } = await import("./values/inspect-log-values");
    yield* inspectLogValues(source);
  } else yield* readFileValues(decodeText(source.bytes()));
}
