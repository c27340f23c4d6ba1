import { NotFoundError } from "@/service/errors/service-errors";
import type { Handler } from "@/service/handlers/handler";
import { RawJson } from "@/service/handlers/raw-json";
import { deletedVersion, objectText } from "@/service/objects/object-response";
import { bestVersion, isVersionNumber } from "@/service/store/objects/object-versions";

/**
 * Returns a version by its digest, its number (`v3`), an alias, or as `latest`. A deleted one is a 404 with the time of
 * its deletion.
 */
export const readObject: Handler<"obj.read"> = async ({ body }, { objects, signal }) => {
  const { project_id: projectId, object_id: objectId } = body;
  const versions = await objects.versionsOf(projectId, [objectId], signal);
  const named = (name: string) => bestVersion(versions.filter((one) => isVersionNumber(one, name)));
  const aliased = async () => named((await objects.marks.resolveAlias(projectId, objectId, body.digest, signal)) ?? "");
  const version = named(body.digest) ?? (await aliased());
  if (version === undefined) throw new NotFoundError(`Obj ${objectId}:${body.digest} not found`);
  if (version.deletedAt !== null) throw deletedVersion(version);
  const marks = body.include_tags_and_aliases ? await objects.marks.of(projectId, [objectId], signal) : null;
  const values = body.metadata_only ? null : await objects.values.read(projectId, [version.digest], signal);
  const val = values?.get(version.digest) ?? null;
  return new RawJson(`{"obj":${objectText(projectId, version, val, false, marks)}}`);
};
