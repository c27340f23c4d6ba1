import type { ObjectVersion } from "@/lib/api/contract/objects/objects";
import type { RequestOf } from "@/lib/api/contract/operations";

const MAX_LISTED = 100;

/** Returns the request for the latest version of an object. It is listed: not every service reads `latest`. */
export function latestRequest(projectId: string, name: string): RequestOf<"objs.query"> {
  return { project_id: projectId, filter: { object_ids: [name], latest_only: true }, limit: MAX_LISTED };
}

/** Returns the latest version of an object from a list, which may contain other objects; null when there is none. */
export function latestIn(versions: readonly ObjectVersion[], name: string): ObjectVersion | null {
  const named = versions.filter(({ object_id: id, deleted_at: deletedAt }) => id === name && !deletedAt);
  return named.toSorted((left, right) => right.version_index - left.version_index)[0] ?? null;
}
