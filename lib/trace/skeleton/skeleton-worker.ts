import { failureOf } from "@/lib/api/client/request-failure";
import { serveWorker } from "@/lib/worker/serve-worker";
import { readSkeleton } from "./read-skeleton";
import { skeletonBuffers } from "./trace-skeleton";

/** Reads traces off the main thread, which never waits for lines, checks or ordering. */
serveWorker({
  run: readSkeleton,
  partBuffers: skeletonBuffers,
  resultBuffers: ({ skeleton }) => skeletonBuffers(skeleton),
  failureOf,
});
