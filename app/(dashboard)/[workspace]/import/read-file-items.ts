import { blobSource } from "@/lib/import/blob-source";
import { sourceValues } from "@/lib/import/import-source";
import type { ImportMapping } from "@/lib/import/mapping/import-mapping";
import { mappedItems } from "@/lib/import/mapping/map-items";
import { readImportValues } from "@/lib/import/read-import";
import type { StoredThreads } from "@/lib/import/session-calls";
import { processInSlices } from "@/lib/scheduling/slice-iterable";

/** Work before yielding to the event loop: short enough for keys and scrolling to respond immediately. */
const SLICE_MS = 12;

/** Lets the page draw and respond before the work continues. */
function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

interface ReadingOptions {
  readonly projectId: string;
  readonly inventedFromMs: number;
  /** What a person chose; without it, items are as they are read. */
  readonly mapping?: ImportMapping;
  /** How to find the session that a call is stored with; without it, copies of sessions are not recognized. */
  readonly storedThreads?: StoredThreads;
  /** Called with the number of bytes read so far. */
  readonly onBytesRead?: (count: number) => void;
}

/** Reads the items of a chosen file, value by value, in slices that keep the page responsive whatever its size. */
export function readFileItems(
  file: Blob,
  { projectId, inventedFromMs, mapping, storedThreads, onBytesRead: onBytes }: ReadingOptions,
) {
  const session = storedThreads === undefined ? {} : { storedThreads };
  const named = file instanceof File ? { fileName: file.name } : {};
  const values = sourceValues(blobSource(file, onBytes));
  const items = readImportValues(values, { projectId, inventedFromMs, ...named, session });
  const mapped = mapping === undefined ? items : mappedItems(items, mapping);
  return processInSlices(mapped, { sliceMs: SLICE_MS, now: () => performance.now(), pause: yieldToEventLoop });
}
