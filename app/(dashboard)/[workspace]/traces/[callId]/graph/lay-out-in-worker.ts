import { WorkerHost } from "@/lib/worker/worker-host";
import type { GraphLayout, GraphSizes } from "./lay-out-graph";

const host = new WorkerHost<GraphSizes, never, GraphLayout, string>({
  newWorker: () => new Worker(new URL("./layout-worker.ts", import.meta.url), { type: "module" }),
  runInPage: async (sizes) => (await import("./lay-out-graph")).layOutGraph(sizes),
  keepsWorker: true,
  errorOf: (reason) => new Error(reason),
  brokenMessage: "The graph is too large for this browser.",
});

/**
 * Lays out a graph in a worker, or in the page where workers are unavailable or the worker's scripts do not load.
 *
 * @throws Error with the reason, and the signal's reason when it was stopped
 */
export function layOutInWorker(sizes: GraphSizes, signal: AbortSignal): Promise<GraphLayout> {
  return host.run(sizes, () => undefined, signal);
}
