import type { ObjectStore } from "./object-store";
import { bestVersion, isVersionNumber, type StoredObjectVersion } from "./object-versions";

/**
 * Returns the version of an object by a name: a digest, `latest`, `v` and its index, or an alias. It may be a deleted
 * one; undefined when no version has this name.
 */
export async function namedVersion(
  objects: ObjectStore,
  projectId: string,
  objectId: string,
  name: string,
  signal: AbortSignal,
): Promise<StoredObjectVersion | undefined> {
  const versions = await objects.versionsOf(projectId, [objectId], signal);
  const find = (wanted: string) => bestVersion(versions.filter((version) => isVersionNumber(version, wanted)));
  return find(name) ?? find((await objects.marks.resolveAlias(projectId, objectId, name, signal)) ?? "");
}
