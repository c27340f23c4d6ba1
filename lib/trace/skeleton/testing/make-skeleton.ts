import { skeletonOf } from "@/lib/trace/skeleton/build-skeleton";
import type { SkeletonCall } from "@/lib/trace/skeleton/skeleton-call";
import { KINDS, STATUSES, type TraceSkeleton } from "@/lib/trace/skeleton/trace-skeleton";

type Given = Partial<Omit<SkeletonCall, "status" | "kind">> & {
  readonly id: string;
  readonly parent?: string;
  readonly kind?: (typeof KINDS)[number];
  readonly status?: (typeof STATUSES)[number];
};

/**
 * Creates a trace for tests. A call is named by its id, starts one millisecond after the previous one, and takes one.
 */
export function makeSkeleton(calls: readonly Given[]): TraceSkeleton {
  return skeletonOf(
    calls.map(({ parent, kind, status, ...rest }, index) => ({
      parentId: parent ?? "",
      op: rest.id,
      name: rest.id,
      note: "",
      startMs: index,
      endMs: (rest.startMs ?? index) + 1,
      usage: [],
      threadId: null,
      runId: null,
      runStep: null,
      ...rest,
      kind: KINDS.indexOf(kind ?? "op"),
      status: STATUSES.indexOf(status ?? "ok"),
    })),
  );
}
