import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation, openResponse, readOperationResultBytes } from "@/lib/api/client/service-client";
import { storeFile } from "@/lib/api/client/store-file";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import type { CallOperation } from "@/lib/import/import-service";
import { linesOf } from "@/lib/import/values/file-values";
import type { WeaveProject, WeaveTarget } from "@/lib/import/weave/weave-service";
import type { Workspace } from "@/lib/workspace/workspace";

/** A project that is imported. */
export interface WeaveSource {
  /** Of the workspace; null for a service that is asked by address and key. */
  readonly id: string | null;
  readonly projectId: string;
  readonly project: (signal: AbortSignal) => WeaveProject;
}

type Kinds = readonly ServiceFailure["kind"][];

const isOfKind = (kinds: Kinds) => (error: unknown) => kinds.includes(failureOf(error).kind);

async function* textOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      yield decoder.decode(next.value, { stream: true });
    }
    yield decoder.decode();
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** The project of a workspace, asked through the relay. */
export function weaveProject({ connectionId, projectId }: Workspace, signal: AbortSignal): WeaveProject {
  return {
    projectId,
    ask: (id, body) => callOperation(connectionId, id, { body, signal }),
    async *lines(id, body) {
      for await (const line of linesOf(textOf(await openResponse(connectionId, id, { body, signal })))) {
        if (line !== "") yield line;
      }
    },
    async readFile(digest) {
      const body = { project_id: projectId, digest };
      return await readOperationResultBytes(connectionId, "file.content", { body, signal });
    },
    isUnsupported: isOfKind(["unsupported"]),
    // A response that breaks off has no kind of its own.
    mayPass: isOfKind(["unreachable", "upstream", "unreadable"]),
  };
}

/** Returns the project of a workspace as the source of an import. */
export function workspaceSource(workspace: Workspace): WeaveSource {
  const { id, projectId } = workspace;
  return { id, projectId, project: (signal) => weaveProject(workspace, signal) };
}

/** The same project, for writing. */
export function weaveTarget(workspace: Workspace, signal: AbortSignal): WeaveTarget {
  const { connectionId, projectId } = workspace;
  return {
    stored: weaveProject(workspace, signal),
    // Only the members that an import names are used; the client checks the response by the contract.
    call: (async (id: "call.upsertBatch", body: never, params = {}) =>
      await callOperation(connectionId, id, { body, params, signal })) as CallOperation,
    storeFile: (name, bytes) => storeFile(connectionId, projectId, new File([bytes], name), signal),
    isRefusal: isOfKind(["validation", "forbidden", "not-found"]),
  };
}
