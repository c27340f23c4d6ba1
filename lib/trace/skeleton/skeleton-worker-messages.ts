import type { StreamSummary } from "@/lib/api/client/json-lines";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import type { TraceSkeleton } from "./trace-skeleton";

/** Messages from the worker that reads a trace to the page. */
export type SkeletonWorkerMessage =
  | { readonly kind: "grown"; readonly skeleton: TraceSkeleton }
  | { readonly kind: "ended"; readonly skeleton: TraceSkeleton; readonly summary: StreamSummary }
  | { readonly kind: "failed"; readonly failure: ServiceFailure };
