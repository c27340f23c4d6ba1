import type { EngineTime } from "@/service/traces/store/engine/timestamps";

export type ObjectKind = "op" | "object";

/** A version of an object with its current number. */
export interface StoredObjectVersion {
  readonly kind: ObjectKind;
  readonly objectId: string;
  readonly digest: string;
  readonly revision: number;
  readonly createdAt: EngineTime;
  readonly deletedAt: EngineTime | null;
  /** From 0 in the order of publishing, including deleted versions. */
  readonly versionIndex: number;
  /** 1 for the newest live version; when all are deleted, for the newest. */
  readonly isLatest: 0 | 1;
  /** Empty when the value names none. */
  readonly baseObjectClass: string;
  readonly leafObjectClass: string;
  readonly userId: string;
  readonly sizeBytes: number;
}

/**
 * Returns SQL of a subquery that numbers the versions of a project. It reads no contents.
 * @param within a condition of our own on `kind` or `object_id`: it must select whole objects, or the numbers are wrong
 */
export function numberedVersions(within: string): string {
  return `SELECT kind, object_id AS objectId, digest, revision,
    toString(created_at) AS createdAt, toString(deleted_at) AS deletedAt,
    row_number() OVER (PARTITION BY kind, object_id ORDER BY created_at, revision, digest) - 1 AS versionIndex,
    row_number() OVER (PARTITION BY kind, object_id ORDER BY isNull(deleted_at) DESC, created_at DESC, revision DESC, digest DESC) = 1 AS isLatest,
    base_object_class AS baseObjectClass, leaf_object_class AS leafObjectClass, user_id AS userId, size_bytes AS sizeBytes
    FROM object_versions FINAL WHERE project_id = {project:String} AND ${within}`;
}

const VERSION_NUMBER = /^v(\d{1,9})$/;

/** True when a version matches a caller's name for it: its digest, `latest`, or `v` and its index. */
export function isVersionNumber(version: StoredObjectVersion, name: string): boolean {
  if (version.digest === name) return true;
  if (name === "latest") return version.isLatest === 1;
  const index = VERSION_NUMBER.exec(name)?.[1];
  return index !== undefined && version.versionIndex === Number(index);
}

/** Returns, of the versions that a name matches (an op and an object may share an id), a live one, the newest. */
export function bestVersion(versions: readonly StoredObjectVersion[]): StoredObjectVersion | undefined {
  return [...versions].sort((a, b) => {
    if ((a.deletedAt === null) !== (b.deletedAt === null)) return a.deletedAt === null ? -1 : 1;
    return a.createdAt < b.createdAt ? 1 : -1;
  })[0];
}
