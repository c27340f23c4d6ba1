import type { WeaveSource } from "@/app/(dashboard)/[workspace]/import/project/weave-project";
import { callApp } from "@/lib/api/client/app-client";
import { failureOf } from "@/lib/api/client/request-failure";
import { TOO_LARGE, type WEAVE_READS } from "@/lib/api/contract/app/import-operations";
import { parseJson } from "@/lib/api/contract/scalars/json-text";
import type { WeaveProject } from "@/lib/import/weave/weave-service";

/** A project of a service that is no connection. The key stays in this page. */
export interface WeaveLogin {
  readonly address: string;
  readonly projectId: string;
  readonly key: string;
}

/** Responses pass whole through the dashboard. */
const MAX_LINES = 1_000;

const PROJECT_ID = /^[^/\s]+\/[^/\s]+$/;

/** Returns whether a project can be asked for. */
export function isWholeLogin({ address, projectId, key }: WeaveLogin): boolean {
  return address.trim() !== "" && key.trim() !== "" && PROJECT_ID.test(projectId.trim());
}

/** A project that the dashboard asks by address and key. */
function projectAt({ address, key, projectId }: WeaveLogin, signal: AbortSignal): WeaveProject {
  // Each of these operations takes an object.
  const read = async (operation: (typeof WEAVE_READS)[number], body: unknown) =>
    (await callApp("imports.weave", { address, key, operation, body: body as Record<string, unknown> }, signal)).text;
  const isOfKind = (error: unknown, ...kinds: readonly string[]) => kinds.includes(failureOf(error).kind);
  return {
    projectId,
    maxLines: MAX_LINES,
    // The operation's row defines the response; only the members that are read are relied on.
    ask: async (id, body) => parseJson(await read(id, body)) as never,
    async *lines(id, body) {
      for (const line of (await read(id, body)).split("\n")) if (line !== "") yield line;
    },
    async readFile(digest) {
      const text = await read("file.content", { project_id: projectId, digest });
      return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    },
    isUnsupported: (error) => isOfKind(error, "unsupported"),
    mayPass: (error) => isOfKind(error, "unreachable", "upstream", "unreadable"),
    isTooLarge: (error) => failureOf(error).reason === TOO_LARGE,
  };
}

/** Returns the source of an import by address and key. */
export function addressSource(login: WeaveLogin): WeaveSource {
  const projectId = login.projectId.trim();
  return { id: null, projectId, project: (signal) => projectAt({ ...login, projectId }, signal) };
}
