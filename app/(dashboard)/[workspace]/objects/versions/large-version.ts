import { openResponse } from "@/lib/api/client/service-client";
import type { ObjectVersion } from "@/lib/api/contract/objects/objects";
import { LazyValue } from "@/lib/json/lazy/lazy-value";
import { WorkerText, workerSource } from "@/lib/json/lazy/worker-source";
import type { Workspace } from "@/lib/workspace/workspace";

/** Above this size a value is read into a worker, which gives parts of it: parsing it would hold the page up. */
export const LAZY_FROM_BYTES = 2_000_000;

/** Bigger ones are read only when a person asks: reading takes memory of that size several times over. */
export const CONFIRM_FROM_BYTES = 20_000_000;

/** A listed version with a value that is read when it is looked at, part by part. */
export function largeVersion({ connectionId, projectId }: Workspace, listed: ObjectVersion): ObjectVersion {
  const { object_id, digest } = listed;
  const size = listed.size_bytes ?? 0;
  const text = new WorkerText(() =>
    openResponse(connectionId, "obj.read", { body: { project_id: projectId, object_id, digest } }),
  );
  const origin = { source: workerSource(text, ["obj", "val"]), path: [] };
  return { ...listed, val: new LazyValue(origin, { kind: null, size, needsConfirmation: size > CONFIRM_FROM_BYTES }) };
}
