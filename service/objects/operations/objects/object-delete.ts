import { InvalidRequestError, NotFoundError } from "@/service/kernel/errors/service-errors";
import type { Handler } from "@/service/traces/handlers/handler";

const MAX_DIGESTS = 100;

/** Deletes versions of an object: all named versions, or nothing. Without names, every live version. */
export const deleteObject: Handler<"obj.delete"> = async ({ body }, { objects }) => {
  const { project_id: projectId, object_id: objectId } = body;
  const names = body.digests ?? null;
  if (names !== null && names.length > MAX_DIGESTS) {
    throw new InvalidRequestError(`At most ${MAX_DIGESTS} versions can be deleted at once.`);
  }
  // Treating an empty list as "all" would delete versions that no one named.
  if (names?.length === 0) throw new InvalidRequestError("`digests` is empty. Omit it to delete every version.");
  const removal = await objects.remove(projectId, objectId, names);
  if ("removed" in removal) return { num_deleted: removal.removed };
  const what = removal.missing.length > 0 ? `${objectId}: ${removal.missing.join(", ")}` : objectId;
  throw new NotFoundError(`No live version found of ${what}. Nothing was deleted.`);
};
