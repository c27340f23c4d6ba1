import { RequestFailure } from "@/lib/api/client/request-failure";
import type { ObjectVersion } from "@/lib/api/contract/objects/objects";
import { ToolError } from "@/lib/api/server/mcp/answer/tool-error";
import type { OpenWorkspace } from "@/lib/api/server/mcp/service/agent-reader";
import { unlessUnsupported } from "./unsupported";

/** Asks for tags and aliases where the service has them; one without them refuses the request for them. */
export async function marksInput({ service, projectId }: OpenWorkspace): Promise<{ include_tags_and_aliases?: true }> {
  const tags = await unlessUnsupported(service.call("tags.list", { query: { project_id: projectId } }));
  return tags === null ? {} : { include_tags_and_aliases: true };
}

const MAX_SEARCHED_VERSIONS = 1_000;

/** The digest of `latest` or `vN`, for services whose read knows digests only. */
async function digestOf({ service, projectId }: OpenWorkspace, objectId: string, version: string) {
  const filter = { object_ids: [objectId] };
  const body = { project_id: projectId, filter, metadata_only: true, limit: MAX_SEARCHED_VERSIONS };
  const { objs } = await service.call("objs.query", { body });
  const isWanted = (row: ObjectVersion) =>
    version === "latest" ? row.is_latest === 1 : version === `v${row.version_index}`;
  return objs.find((row) => row.object_id === objectId && isWanted(row))?.digest;
}

/**
 * Reads a version by its digest, an alias, `latest` or `vN`.
 *
 * @throws ToolError where there is none, RequestFailure for an unknown object
 */
export async function readVersion(workspace: OpenWorkspace, objectId: string, version: string): Promise<ObjectVersion> {
  const { service, projectId } = workspace;
  const marks = await marksInput(workspace);
  const read = async (digest: string) => {
    const body = { project_id: projectId, object_id: objectId, digest, ...marks };
    return (await service.call("obj.read", { body })).obj;
  };
  try {
    return await read(version);
  } catch (error) {
    const isMissing = error instanceof RequestFailure && error.failure.kind === "not-found";
    if (!isMissing || !/^(?:latest|v\d+)$/.test(version)) throw error;
    const digest = await digestOf(workspace, objectId, version);
    if (digest === undefined)
      throw new ToolError(`No version ${version} of ${JSON.stringify(objectId)}: list its versions.`);
    return await read(digest);
  }
}
