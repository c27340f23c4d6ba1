import { resolveLiveVersion } from "@/service/objects/resolve-live-version";
import type { Handler } from "@/service/traces/handlers/handler";

/** Adds tags to a live version; existing tags stay. */
export const addTags: Handler<"obj.addTags"> = async ({ params, body }, { objects, identity, signal }) => {
  const { project_id: projectId, tags } = body;
  const { objectId, digest } = await resolveLiveVersion(objects, projectId, params.object_id, params.digest, signal);
  await objects.marks.writeTags({ projectId, objectId, digest }, tags, "add", identity.userId);
  return {};
};

/** Removes tags from a live version; tags that it does not have are ignored. */
export const removeTags: Handler<"obj.removeTags"> = async ({ params, body }, { objects, identity, signal }) => {
  const { project_id: projectId, tags } = body;
  const { objectId, digest } = await resolveLiveVersion(objects, projectId, params.object_id, params.digest, signal);
  await objects.marks.writeTags({ projectId, objectId, digest }, tags, "remove", identity.userId);
  return {};
};

/** Returns the tags of a project. */
export const listTags: Handler<"tags.list"> = async ({ query }, { objects, signal }) => ({
  tags: await objects.marks.names(query.project_id, "tag", signal),
});
