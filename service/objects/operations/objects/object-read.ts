import { NotFoundError } from "@/service/kernel/errors/service-errors";
import { deletedVersion, objectText } from "@/service/objects/object-response";
import type { Handler } from "@/service/traces/handlers/handler";
import { RawJson } from "@/service/traces/handlers/raw-json";
import { namedVersion } from "@/service/traces/store/objects/named-version";

/**
 * Returns a version by its digest, its number (`v3`), an alias, or as `latest`. A deleted one is a 404 with the time of
 * its deletion.
 */
export const readObject: Handler<"obj.read"> = async ({ body }, { objects, signal }) => {
  const { project_id: projectId, object_id: objectId } = body;
  const version = await namedVersion(objects, projectId, objectId, body.digest, signal);
  if (version === undefined) throw new NotFoundError(`Obj ${objectId}:${body.digest} not found`);
  if (version.deletedAt !== null) throw deletedVersion(version);
  const marks = body.include_tags_and_aliases ? await objects.marks.of(projectId, [objectId], signal) : null;
  const values = body.metadata_only ? null : await objects.values.read(projectId, [version.digest], signal);
  const val = values?.get(version.digest) ?? null;
  return new RawJson(`{"obj":${objectText(projectId, version, val, false, marks)}}`);
};
