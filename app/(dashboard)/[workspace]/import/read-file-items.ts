import { decodeText } from "@/lib/import/decode-text";
import { bytesOf } from "@/lib/import/file-bytes";
import { readImport } from "@/lib/import/read-import";
import { processInSlices } from "@/lib/scheduling/slice-iterable";

/** Work between two turns of the page: short enough for a key or a scroll to be answered at once. */
const SLICE_MS = 12;

/** Lets the page draw and answer before the work goes on. */
function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

interface ReadingOptions {
  readonly projectId: string;
  readonly inventedFromMs: number;
  /** How many bytes of the file were read so far. */
  readonly onBytesRead?: (count: number) => void;
}

/** What a chosen file becomes, value by value, in slices that leave the page usable whatever its size. */
export function readFileItems(file: Blob, { projectId, inventedFromMs, onBytesRead: onBytes }: ReadingOptions) {
  const items = readImport(decodeText(bytesOf(file, onBytes)), { projectId, inventedFromMs });
  return processInSlices(items, { sliceMs: SLICE_MS, now: () => performance.now(), pause: yieldToEventLoop });
}
