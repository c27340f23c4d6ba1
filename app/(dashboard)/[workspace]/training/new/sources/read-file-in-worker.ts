import type { FromFileWorker, ToFileWorker } from "./file-worker";
import type { FilePart } from "./read-file";

/**
 * Reads a file in a worker, so that the page stays responsive while a large file is validated.
 *
 * @throws Error with the reason when the file cannot be read; AbortError when stopped
 */
export function readFileInWorker(
  request: ToFileWorker,
  signal: AbortSignal,
  onPart: (part: FilePart, readBytes: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./file-worker.ts", import.meta.url), { type: "module" });
    const end = (settle: () => void) => {
      worker.terminate();
      settle();
    };
    signal.addEventListener("abort", () => end(() => reject(new DOMException("stopped", "AbortError"))));
    worker.onmessage = ({ data }: MessageEvent<FromFileWorker>) => {
      if (data.kind === "part") onPart(data.part, data.readBytes);
      else if (data.kind === "end") end(resolve);
      else end(() => reject(new Error(data.reason)));
    };
    worker.onerror = () => end(() => reject(new Error("The file is too large for this browser.")));
    worker.postMessage(request);
  });
}
