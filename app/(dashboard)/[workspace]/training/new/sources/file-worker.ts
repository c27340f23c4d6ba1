import { serveWorker } from "@/lib/worker/serve-worker";
import { type FileRequest, type ReadPart, readTrainingFile, reasonOf } from "./read-file";

/** Reads one file in a worker and posts its contents part by part. */
serveWorker({
  run: async ({ file, source }: FileRequest, onPart: (part: ReadPart) => void) => {
    let readBytes = 0;
    const parts = readTrainingFile(file, source, (count) => {
      readBytes = count;
    });
    for await (const part of parts) onPart({ part, readBytes });
  },
  failureOf: reasonOf,
});
