import { type FilePart, readTrainingFile, reasonOf } from "./read-file";

/** Reads one file in a worker and posts its contents part by part. */

export interface ToFileWorker {
  readonly file: File;
  readonly source: string;
}

export type FromFileWorker =
  | { readonly kind: "part"; readonly part: FilePart; readonly readBytes: number }
  | { readonly kind: "end" }
  | { readonly kind: "failed"; readonly reason: string };

const postResult = (message: FromFileWorker) => self.postMessage(message);

self.onmessage = ({ data }: MessageEvent<ToFileWorker>) => void read(data);

async function read({ file, source }: ToFileWorker): Promise<void> {
  let readBytes = 0;
  try {
    const parts = readTrainingFile(file, source, (count) => {
      readBytes = count;
    });
    for await (const part of parts) postResult({ kind: "part", part, readBytes });
    postResult({ kind: "end" });
  } catch (error) {
    postResult({ kind: "failed", reason: reasonOf(error) });
  }
}
