import { NotFound } from "@/service/http/errors";
import type { Handler } from "@/service/http/handler";
import { RawJson } from "@/service/http/raw-json";
import { deletedVersion, objectText } from "@/service/operations/object-answer";
import { bestVersion, isVersion } from "@/service/store/object-versions";

/** Reads a version by its digest, its number (`v3`) or as `latest`. A deleted one is a 404 that says when. */
export const readObject: Handler<"obj.read"> = async ({ body }, { objects, signal }) => {
  const { project_id: projectId, object_id: objectId, digest } = body;
  const versions = await objects.versionsOf(projectId, [objectId], signal);
  const version = bestVersion(versions.filter((one) => isVersion(one, digest)));
  if (version === undefined) throw new NotFound(`Obj ${objectId}:${digest} not found`);
  if (version.deletedAt !== null) throw deletedVersion(version);
  if (body.metadata_only) return new RawJson(`{"obj":${objectText(projectId, version, null, false)}}`);
  const values = await objects.values.read(projectId, [version.digest], signal);
  return new RawJson(`{"obj":${objectText(projectId, version, values.get(version.digest) ?? null, false)}}`);
};
