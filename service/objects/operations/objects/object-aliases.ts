import { resolveLiveVersion } from "@/service/objects/resolve-live-version";
import type { Handler } from "@/service/traces/handlers/handler";

/** Points aliases to a live version; each alias is moved from its previous version. */
export const setAliases: Handler<"obj.setAliases"> = async ({ params, body }, { objects, identity, signal }) => {
  const { project_id: projectId, aliases } = body;
  const { objectId, digest } = await resolveLiveVersion(objects, projectId, params.object_id, body.digest, signal);
  await objects.marks.writeAliases(projectId, objectId, aliases, digest, identity.userId);
  return {};
};

/** Removes aliases of an object, including those of deleted versions. */
export const removeAliases: Handler<"obj.removeAliases"> = async ({ params, body }, { objects, identity }) => {
  await objects.marks.writeAliases(body.project_id, params.object_id, body.aliases, null, identity.userId);
  return {};
};

/** Returns the aliases of a project. */
export const listAliases: Handler<"aliases.list"> = async ({ query }, { objects, signal }) => ({
  aliases: await objects.marks.names(query.project_id, "alias", signal),
});
