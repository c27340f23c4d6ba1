"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { matchesWords } from "@/lib/address/palette-text";
import { threadHref } from "@/lib/address/thread-href";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation, streamOperation } from "@/lib/api/client/service-client";
import type { Thread } from "@/lib/api/contract/calls/threads";
import type { AnnotationQueue } from "@/lib/api/contract/feedback/annotation-queues";
import { quoteValue } from "@/lib/filter/query-text";
import { shortModelName } from "@/lib/format/model-name";
import { objectHref, objectKeyText } from "@/lib/object/object-key";
import type { Workspace } from "@/lib/workspace/workspace";

/** One thing that the palette finds in the project. */
export interface PaletteResult {
  readonly id: string;
  /** The noun before the name: `op`, `thread`. */
  readonly noun: string;
  readonly name: string;
  /** A figure behind the name: its model, its state. */
  readonly note: string | null;
  readonly href: string;
}

const MAX_READ = 200;
const MAX_SHOWN = 5;
const STALE_TIME_MS = 60_000;

type Reader = (workspace: Workspace, signal: AbortSignal) => Promise<readonly PaletteResult[]>;

const result = (noun: string, name: string, href: string, note: string | null = null): PaletteResult => ({
  id: `${noun} ${href}`,
  noun,
  name,
  note,
  href,
});

const callsHref = (slug: string, term: string) =>
  `/${slug}/traces?${new URLSearchParams({ grain: "all", t: "all", q: term })}`;

/** Everything in a project that has a name, by the title of its group. */
const READERS: readonly { readonly title: string; readonly read: Reader }[] = [
  {
    title: "Ops and models in calls",
    read: async ({ connectionId, projectId, slug }, signal) => {
      const body = { project_id: projectId, fields: ["op", "model"], limit: MAX_READ };
      const { facets } = await callOperation(connectionId, "calls.facets", { body, signal });
      return facets.flatMap(({ field, values }) =>
        values.map(({ value }) =>
          result(field, shortModelName(value), callsHref(slug, `${field}:${quoteValue(value)}`)),
        ),
      );
    },
  },
  {
    title: "Threads",
    read: async ({ connectionId, projectId, slug }, signal) => {
      const threads: Thread[] = [];
      const body = {
        project_id: projectId,
        sort_by: [{ field: "last_updated", direction: "desc" as const }],
        limit: MAX_READ,
      };
      await streamOperation(connectionId, "threads.streamQuery", { body, signal }, (rows) => threads.push(...rows));
      return threads.map(({ thread_id: id }) => result("thread", id, threadHref(slug, id)));
    },
  },
  {
    title: "Objects",
    read: async ({ connectionId, projectId, slug }, signal) => {
      const body = {
        project_id: projectId,
        filter: { latest_only: true },
        metadata_only: true,
        limit: MAX_READ,
      };
      const { objs } = await callOperation(connectionId, "objs.query", { body, signal });
      return objs.map((object) => {
        const key = { kind: object.kind === "op" ? ("op" as const) : ("object" as const), id: object.object_id };
        const noun = object.base_object_class?.toLowerCase() ?? objectKeyText(key).split("/")[0] ?? "object";
        return result(noun, object.object_id, objectHref(slug, key));
      });
    },
  },
  {
    title: "Models in training",
    read: async ({ connectionId, projectId, slug }, signal) => {
      const body = { project_id: projectId, limit: 100 };
      const { data } = await callOperation(connectionId, "models.list", { body, signal });
      return data.map(({ id, name, base_model }) =>
        result("model", name, `/${slug}/models/${encodeURIComponent(id)}`, base_model),
      );
    },
  },
  {
    title: "Training runs",
    read: async ({ connectionId, projectId, slug }, signal) => {
      const body = { project_id: projectId, limit: 100 };
      const { runs } = await callOperation(connectionId, "trainingRuns.list", { body, signal });
      return runs.map(({ id, name, state }) => result("run", name, `/${slug}/runs/${encodeURIComponent(id)}`, state));
    },
  },
  {
    title: "Review queues",
    read: async ({ connectionId, projectId, slug }, signal) => {
      const queues: AnnotationQueue[] = [];
      const body = { project_id: projectId };
      await streamOperation(connectionId, "annotationQueues.query", { body, signal }, (rows) => queues.push(...rows));
      return queues.map(({ id, name }) => result("queue", name, `/${slug}/review/${encodeURIComponent(id)}`));
    },
  },
  {
    title: "Training jobs",
    read: async ({ connectionId, projectId, slug }, signal) => {
      const body = { project_id: projectId, limit: 100, order: "desc" as const };
      const { data } = await callOperation(connectionId, "trainingJobs.list", { body, signal });
      return data.map(({ id, status, model_name }) =>
        result("job", id, `/${slug}/training/${encodeURIComponent(id)}`, `${model_name}, ${status}`),
      );
    },
  },
];

export interface PaletteGroup {
  readonly title: string;
  readonly results: readonly PaletteResult[];
}

export interface PaletteResults {
  readonly groups: readonly PaletteGroup[];
  readonly isSearching: boolean;
  /** Titles of the groups that could not be loaded. */
  readonly failed: readonly string[];
}

/** Returns what is in a project by the typed words. Each group is read once, when the first word is typed. */
export function usePaletteResults(workspace: Workspace | null, words: string): PaletteResults {
  const isEnabled = workspace !== null && words !== "";
  const { data, isFetching } = useQuery({
    queryKey: ["service", workspace?.connectionId, "palette", workspace?.projectId],
    queryFn: ({ signal }) => (workspace === null ? [] : readAll(workspace, signal)),
    enabled: isEnabled,
    staleTime: STALE_TIME_MS,
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (!isEnabled) return NOTHING;
  const groups = (data ?? []).map(({ title, found }) => ({
    title,
    results: (found ?? [])
      .filter(({ noun, name, note }) => matchesWords(words, `${noun} ${name} ${note ?? ""}`))
      .slice(0, MAX_SHOWN),
  }));
  return {
    groups: groups.filter(({ results }) => results.length > 0),
    isSearching: isFetching && data === undefined,
    failed: (data ?? []).flatMap(({ title, found }) => (found === null ? [title] : [])),
  };
}

const NOTHING: PaletteResults = { groups: [], isSearching: false, failed: [] };

/** A group that the service does not offer is empty; one that could not be read is null. */
async function readAll(workspace: Workspace, signal: AbortSignal) {
  return await Promise.all(
    READERS.map(async ({ title, read }) => {
      try {
        return { title, found: await read(workspace, signal) };
      } catch (error) {
        signal.throwIfAborted();
        return { title, found: failureOf(error).kind === "unsupported" ? [] : null };
      }
    }),
  );
}
