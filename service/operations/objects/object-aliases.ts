import type { Handler } from "@/service/handlers/handler";
import { resolveLiveVersion } from "@/service/objects/resolve-live-version";

/** Makes aliases mean a live version; whatever they meant before, they mean it no longer. */
export const setAliases: Handler<"obj.setAliases"> = async ({ params, body }, { objects, identity, signal }) => {
  const { project_id: projectId, aliases } = body;
  const { objectId, digest } = await resolveLiveVersion(objects, projectId, params.object_id, body.digest, signal);
  await objects.marks.writeAliases(projectId, objectId, aliases, digest, identity.userId);
  return {};
};

/** Removes aliases of an object, also when the version that they mean was deleted. */
export const removeAliases: Handler<"obj.removeAliases"> = async ({ params, body }, { objects, identity }) => {
  await objects.marks.writeAliases(body.project_id, params.object_id, body.aliases, null, identity.userId);
  return {};
};

/** The aliases of a project. */
export const listAliases: Handler<"aliases.list"> = async ({ query }, { objects, signal }) => ({
  aliases: await objects.marks.names(query.project_id, "alias", signal),
});
