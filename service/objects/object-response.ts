import { NotFoundError } from "@/service/kernel/errors/service-errors";
import { toWireTime } from "@/service/traces/store/engine/timestamps";
import type { FindMarks } from "@/service/traces/store/objects/object-marks";
import type { StoredObjectVersion } from "@/service/traces/store/objects/object-versions";

/**
 * ObjSchema as JSON text.
 * @param val the content's text, or null when only metadata was requested
 * @param marks tags and aliases, or null when they were not requested
 */
export function objectText(
  projectId: string,
  version: StoredObjectVersion,
  val: string | null,
  includeStorageSize: boolean,
  marks: FindMarks | null,
): string {
  const own = marks?.(version.objectId, version.digest) ?? null;
  const members = JSON.stringify({
    project_id: projectId,
    object_id: version.objectId,
    created_at: toWireTime(version.createdAt),
    deleted_at: null,
    digest: version.digest,
    version_index: version.versionIndex,
    is_latest: version.isLatest,
    kind: version.kind,
    base_object_class: version.baseObjectClass || null,
    leaf_object_class: version.leafObjectClass || null,
    svc_user_id: version.userId,
    wb_user_id: version.userId,
    size_bytes: includeStorageSize ? version.sizeBytes : null,
    tags: own === null ? null : own.tags,
    // The newest version has this alias without being assigned it.
    aliases: own === null ? null : [...(version.isLatest === 1 ? ["latest"] : []), ...own.aliases],
  });
  return `${members.slice(0, -1)},"val":${val ?? "{}"}}`;
}

/** The 404 response for a deleted version, with the time of its deletion. */
export function deletedVersion({ objectId, versionIndex, deletedAt }: StoredObjectVersion): NotFoundError {
  const at = deletedAt === null ? null : toWireTime(deletedAt);
  return new NotFoundError(`${objectId}:v${versionIndex} was deleted at ${at}`, { deleted_at: at });
}
