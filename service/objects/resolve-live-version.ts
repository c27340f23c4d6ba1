import { NotFoundError } from "@/service/kernel/errors/service-errors";
import type { ObjectStore } from "@/service/traces/store/objects/object-store";
import { bestVersion, isVersionNumber, type StoredObjectVersion } from "@/service/traces/store/objects/object-versions";
import { deletedVersion } from "./object-response";

/**
 * Returns the live version of an object that a name refers to: its digest, `latest`, or `v` and its index.
 * @throws NotFoundError when there is no such version, or it was deleted
 */
export async function resolveLiveVersion(
  objects: ObjectStore,
  projectId: string,
  objectId: string,
  name: string,
  signal: AbortSignal,
): Promise<StoredObjectVersion> {
  const versions = await objects.versionsOf(projectId, [objectId], signal);
  const version = bestVersion(versions.filter((one) => isVersionNumber(one, name)));
  if (version === undefined) throw new NotFoundError(`Obj ${objectId}:${name} not found`);
  if (version.deletedAt !== null) throw deletedVersion(version);
  return version;
}
