import { openResponse } from "@/lib/api/client/service-client";
import type { ObjectVersion } from "@/lib/api/contract/objects/objects";
import { LazyValue } from "@/lib/json/lazy/lazy-value";
import { WorkerText, workerSource } from "@/lib/json/lazy/worker-source";
import type { Workspace } from "@/lib/workspace/workspace";

/** Above this size a value is read in a worker, which returns parts of it: parsing it would block the page. */
export const LAZY_FROM_BYTES = 2_000_000;

/** Above this size a value is read only when the user confirms: reading takes several times its size in memory. */
export const CONFIRM_FROM_BYTES = 20_000_000;

/** A listed version whose value is read part by part when it is viewed. */
export function largeVersion({ connectionId, projectId }: Workspace, listed: ObjectVersion): ObjectVersion {
  const { object_id, digest } = listed;
  const size = listed.size_bytes ?? 0;
  const text = new WorkerText(() =>
    openResponse(connectionId, "obj.read", { body: { project_id: projectId, object_id, digest } }),
  );
  const origin = { source: workerSource(text, ["obj", "val"]), path: [] };
  return { ...listed, val: new LazyValue(origin, { kind: null, size, needsConfirmation: size > CONFIRM_FROM_BYTES }) };
}
