import { errorMessage } from "@/lib/guard/error-message";
import { serveWorker } from "@/lib/worker/serve-worker";
import { type GraphSizes, layOutGraph } from "./lay-out-graph";

/** Lays out graphs off the main thread: a hundred nodes take longer than a frame. */
serveWorker({
  run: async (sizes: GraphSizes) => layOutGraph(sizes),
  failureOf: errorMessage,
});
