import { failureOf } from "@/lib/api/client/request-failure";
import { serveWorker } from "@/lib/worker/serve-worker";
import { readSkeleton } from "./read-skeleton";
import { skeletonBuffers } from "./trace-skeleton";

/** Reads traces apart from the page, which never waits for lines, checks or order. */
serveWorker({
  run: readSkeleton,
  partBuffers: skeletonBuffers,
  resultBuffers: ({ skeleton }) => skeletonBuffers(skeleton),
  failureOf,
});
