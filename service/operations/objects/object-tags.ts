import type { Handler } from "@/service/handlers/handler";
import { resolveLiveVersion } from "@/service/objects/resolve-live-version";

/** Adds tags to a live version; those that it has already stay. */
export const addTags: Handler<"obj.addTags"> = async ({ params, body }, { objects, identity, signal }) => {
  const { project_id: projectId, tags } = body;
  const { objectId, digest } = await resolveLiveVersion(objects, projectId, params.object_id, params.digest, signal);
  await objects.marks.writeTags({ projectId, objectId, digest }, tags, "add", identity.userId);
  return {};
};

/** Takes tags off a live version; those that it does not have are passed over. */
export const removeTags: Handler<"obj.removeTags"> = async ({ params, body }, { objects, identity, signal }) => {
  const { project_id: projectId, tags } = body;
  const { objectId, digest } = await resolveLiveVersion(objects, projectId, params.object_id, params.digest, signal);
  await objects.marks.writeTags({ projectId, objectId, digest }, tags, "remove", identity.userId);
  return {};
};

/** The tags of a project. */
export const listTags: Handler<"tags.list"> = async ({ query }, { objects, signal }) => ({
  tags: await objects.marks.names(query.project_id, "tag", signal),
});
