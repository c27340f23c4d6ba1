import { NotFound } from "@/service/errors/service-errors";
import type { ObjectStore } from "@/service/store/objects/object-store";
import { bestVersion, isVersion, type ObjectVersion } from "@/service/store/objects/object-versions";
import { deletedVersion } from "./object-response";

/**
 * The live version of an object that a name means: its digest, `latest`, or `v` and its index.
 * @throws NotFound when there is none, or it was deleted
 */
export async function liveVersion(
  objects: ObjectStore,
  projectId: string,
  objectId: string,
  name: string,
  signal: AbortSignal,
): Promise<ObjectVersion> {
  const versions = await objects.versionsOf(projectId, [objectId], signal);
  const version = bestVersion(versions.filter((one) => isVersion(one, name)));
  if (version === undefined) throw new NotFound(`Obj ${objectId}:${name} not found`);
  if (version.deletedAt !== null) throw deletedVersion(version);
  return version;
}
