import { bytesOf } from "./file-bytes";
import type { ImportSource } from "./import-source";

/**
 * Returns a file of the browser as the source of an import; `onBytes` receives the number of bytes so far. Of Parquet, which is read in parts, progress is the
 * end of the furthest part but the last.
 */
export function blobSource(file: Blob, onBytes?: (count: number) => void): ImportSource {
  let furthest = 0;
  return {
    byteLength: file.size,
    bytes: () => bytesOf(file, onBytes),
    slice: async (start, end = file.size) => {
      // The directory of a Parquet file is at its end, and is read first.
      if (end < file.size) furthest = Math.max(furthest, end);
      onBytes?.(furthest);
      return await file.slice(start, end).arrayBuffer();
    },
  };
}
