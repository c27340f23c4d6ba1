"use client";

import { useQuery } from "@tanstack/react-query";
import type { PastedId } from "@/lib/address/palette-text";
import { threadHref } from "@/lib/address/thread-href";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation, streamOperation } from "@/lib/api/client/service-client";
import { callName } from "@/lib/calls/call-facts";
import { objectHref } from "@/lib/object/object-key";
import { refHref } from "@/lib/object/object-ref";
import type { Workspace } from "@/lib/workspace/workspace";
import type { PaletteResult } from "./palette-readers";

type Lookup = (signal: AbortSignal) => Promise<readonly PaletteResult[]>;

export interface PastedIdResults {
  readonly results: readonly PaletteResult[];
  readonly isSearching: boolean;
  /** True when a part of the service could not be asked: what is not found may exist. */
  readonly hasFailed: boolean;
}

const found = (noun: string, name: string, href: string): PaletteResult => ({
  id: `${noun} ${href}`,
  noun,
  name,
  note: null,
  href,
});

/** Returns the items of a project that a pasted text names, whatever their kind. */
export function usePastedId(
  workspace: Workspace | null,
  workspaces: readonly Workspace[],
  pasted: PastedId | null,
): PastedIdResults {
  const isRemote = pasted?.kind === "id" || pasted?.kind === "digest" || pasted?.kind === "model";
  const { data, isFetching } = useQuery({
    queryKey: ["service", workspace?.connectionId, "palette id", workspace?.projectId, pasted],
    queryFn: ({ signal }) => findAll(workspace === null || pasted === null ? [] : lookupsOf(workspace, pasted), signal),
    enabled: workspace !== null && isRemote,
    retry: false,
  });
  if (workspace === null || pasted === null) return { results: [], isSearching: false, hasFailed: false };
  if (isRemote) return { results: data?.results ?? [], isSearching: isFetching, hasFailed: data?.hasFailed ?? false };
  return { results: localResults(workspace, workspaces, pasted), isSearching: false, hasFailed: false };
}

/** What a ref or a link names is known without the service. */
function localResults(workspace: Workspace, workspaces: readonly Workspace[], pasted: PastedId): PaletteResult[] {
  if (pasted.kind === "path") return [found("link", pasted.path, pasted.path)];
  if (pasted.kind !== "ref") return [];
  const { target } = pasted;
  const owner = [workspace, ...workspaces].find(({ projectId }) => projectId === target.projectId);
  const href = owner === undefined ? null : refHref(owner.slug, owner.projectId, target);
  if (href === null) return [];
  const name =
    target.type === "object"
      ? `${target.key.id}:${target.digest}`
      : target.type === "call"
        ? target.callId
        : target.digest;
  return [found(target.type === "object" ? target.key.kind : target.type, name, href)];
}

function lookupsOf(workspace: Workspace, pasted: PastedId): readonly Lookup[] {
  if (pasted.kind === "digest") return digestLookups(workspace, pasted.digest);
  if (pasted.kind === "id") return idLookups(workspace, pasted.spellings);
  if (pasted.kind !== "model") return [];
  const { name } = pasted.name;
  return [
    async (signal) => {
      const { connectionId, projectId, slug } = workspace;
      const body = { project_id: projectId, limit: 100 };
      const { data } = await callOperation(connectionId, "models.list", { body, signal });
      return data
        .filter((model) => model.name === name)
        .map(({ id }) => found("model", name, `/${slug}/models/${encodeURIComponent(id)}`));
    },
  ];
}

function idLookups({ connectionId, projectId, slug }: Workspace, ids: readonly string[]): readonly Lookup[] {
  const spellings = [...ids];
  const calls = async (noun: string, filter: object, signal: AbortSignal) => {
    const results: PaletteResult[] = [];
    const body = {
      project_id: projectId,
      filter,
      columns: ["op_name", "display_name"],
      sort_by: [{ field: "started_at", direction: "asc" as const }],
      limit: 1,
    };
    await streamOperation(connectionId, "calls.streamQuery", { body, signal }, (rows) => {
      for (const call of rows)
        results.push(found(noun, callName(call), `/${slug}/traces/${encodeURIComponent(call.id)}`));
    });
    return results;
  };
  return [
    (signal) => calls("call", { call_ids: spellings }, signal),
    (signal) => calls("trace", { trace_ids: spellings, trace_roots_only: true }, signal),
    async (signal) => {
      const results: PaletteResult[] = [];
      const body = { project_id: projectId, filter: { thread_ids: spellings }, limit: 1 };
      await streamOperation(connectionId, "threads.streamQuery", { body, signal }, (rows) => {
        for (const { thread_id: id } of rows) results.push(found("thread", id, threadHref(slug, id)));
      });
      return results;
    },
    ...spellings.flatMap((id): Lookup[] => [
      async (signal) => {
        const job = await callOperation(connectionId, "trainingJobs.read", { params: { training_job_id: id }, signal });
        return [found("job", job.id, `/${slug}/training/${encodeURIComponent(job.id)}`)];
      },
      async (signal) => {
        const model = await callOperation(connectionId, "models.read", { params: { model_id: id }, signal });
        return [found("model", model.name ?? id, `/${slug}/models/${encodeURIComponent(id)}`)];
      },
    ]),
  ];
}

/** Versions are read page by page to find a digest, the newest first: the service finds none by it. */
const PAGE_VERSIONS = 1000;
const MAX_PAGES = 20;

function digestLookups({ connectionId, projectId, slug }: Workspace, digest: string): readonly Lookup[] {
  return [
    async (signal) => {
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const body = {
          project_id: projectId,
          metadata_only: true,
          sort_by: [{ field: "created_at", direction: "desc" as const }],
          limit: PAGE_VERSIONS,
          offset: page * PAGE_VERSIONS,
        };
        const { objs } = await callOperation(connectionId, "objs.query", { body, signal });
        const versions = objs.filter((version) => version.digest === digest);
        if (versions.length > 0 || objs.length < PAGE_VERSIONS) {
          return versions.map(({ kind, object_id: id, version_index }) => {
            const key = { kind: kind === "op" ? ("op" as const) : ("object" as const), id };
            return found(key.kind, `${id} v${version_index}`, objectHref(slug, key, digest));
          });
        }
      }
      throw new Error(`Only the newest ${MAX_PAGES * PAGE_VERSIONS} versions were searched.`);
    },
    async (signal) => {
      const body = { project_id: projectId, digest };
      const { count } = await callOperation(connectionId, "table.queryStats", { body, signal });
      return count > 0 ? [found("table", digest, `/${slug}/tables?${new URLSearchParams({ digest })}`)] : [];
    },
  ];
}

/** What does not exist, and what the service does not offer, is not found. */
const ABSENT: ReadonlySet<string> = new Set(["not-found", "unsupported", "validation"]);

async function findAll(lookups: readonly Lookup[], signal: AbortSignal) {
  let hasFailed = false;
  const all = await Promise.all(
    lookups.map(async (lookup) => {
      try {
        return await lookup(signal);
      } catch (error) {
        signal.throwIfAborted();
        if (!ABSENT.has(failureOf(error).kind)) hasFailed = true;
        return [];
      }
    }),
  );
  const results = new Map(all.flat().map((each) => [each.href, each]));
  return { results: [...results.values()], hasFailed };
}
