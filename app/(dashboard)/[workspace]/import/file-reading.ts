import { decodeText } from "@/lib/import/decode-text";
import { inSlices } from "@/lib/import/in-slices";
import { readImport } from "@/lib/import/read-import";

/** Work between two turns of the page: short enough for a key or a scroll to be answered at once. */
const SLICE_MS = 12;

async function* bytesOf(file: Blob, onBytes: (count: number) => void): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader();
  let count = 0;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      count += next.value.length;
      onBytes(count);
      yield next.value;
    }
  } finally {
    // Whoever stops in the middle needs no more of the file.
    await reader.cancel();
  }
}

/** Lets the page draw and answer before the work goes on. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

interface ReadingOptions {
  readonly projectId: string;
  readonly inventedFromMs: number;
  /** How many bytes of the file were read so far. */
  readonly onBytes?: (count: number) => void;
}

/** What a chosen file becomes, value by value, in slices that leave the page usable whatever its size. */
export function readFileItems(file: Blob, { projectId, inventedFromMs, onBytes }: ReadingOptions) {
  const items = readImport(decodeText(bytesOf(file, onBytes ?? (() => undefined))), { projectId, inventedFromMs });
  return inSlices(items, { sliceMs: SLICE_MS, now: () => performance.now(), pause: nextTurn });
}
