import { WorkerHost } from "@/lib/worker/worker-host";
import type { FilePart, FileRequest, ReadPart } from "./read-file";

const host = new WorkerHost<FileRequest, ReadPart, void, string>({
  newWorker: () => new Worker(new URL("./file-worker.ts", import.meta.url), { type: "module" }),
  errorOf: (reason) => new Error(reason),
  brokenMessage: "The file is too large for this browser.",
});

/**
 * Reads a file in a worker, so that the page stays responsive while a large file is validated.
 *
 * @throws Error with the reason when the file cannot be read; AbortError when stopped
 */
export function readFileInWorker(
  request: FileRequest,
  signal: AbortSignal,
  onPart: (part: FilePart, readBytes: number) => void,
): Promise<void> {
  return host.run(request, ({ part, readBytes }) => onPart(part, readBytes), signal);
}
