import { failureOf } from "@/lib/api/client/request-failure";
import { serveWorker } from "@/lib/worker/serve-worker";
import { type BlockPart, type BlockRequest, readBlocks } from "./read-blocks";

/** Reads rows outside the page's thread, so that the page never waits for lines, checks or fields. */
serveWorker({
  run: (request: BlockRequest, onPart: (part: BlockPart) => void, signal) =>
    readBlocks(request, (block, byteCount) => onPart({ block, byteCount }), signal),
  partBuffers: ({ block }) => {
    const { bytes, bounds, numbers } = block ?? {};
    return [bytes, bounds, numbers].flatMap((array) => (array ? [array.buffer] : []));
  },
  failureOf,
});
