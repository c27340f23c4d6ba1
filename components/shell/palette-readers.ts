"use client";

import { threadHref } from "@/lib/address/thread-href";
import { allCallsHref } from "@/lib/address/traces-href";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation, streamOperation } from "@/lib/api/client/service-client";
import type { ThreadsCallsFilter } from "@/lib/api/contract/calls/threads";
import type { TrainingRun } from "@/lib/api/contract/training-runs/training-runs";
import { evaluationHref } from "@/lib/evaluation/runs/evaluation-hrefs";
import { quoteValue } from "@/lib/filter/query-text";
import { shortModelName } from "@/lib/format/model-name";
import { objectHref } from "@/lib/object/object-key";
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
  /** Other words that find it: its tags, an earlier name. */
  readonly words?: string;
}

/** A list of the project, or the beginning of one. */
interface ReadList {
  readonly results: readonly PaletteResult[];
  /** True when the list may have more than this. */
  readonly hasMore: boolean;
}

/** Reads one kind of thing. `words` ask the service for those that have each word; a service may ignore them. */
type Read = (workspace: Workspace, words: readonly string[], signal: AbortSignal) => Promise<ReadList>;

/** Things in a project that have a name. */
export interface PaletteReader {
  readonly title: string;
  /** Where the search ends when the service returns only a part of the list: `the newest 200 threads`. */
  readonly part: string;
  /** The noun of all results: a word that occurs in it is not asked for. Absent where results have nouns of their own. */
  readonly noun?: string;
  /** True when the service can be asked for words. */
  readonly takesWords: boolean;
  readonly read: Read;
}

/** Runs of the service, of clients with jobs of their own, and of programs that log them. */
const RUN_LISTS = ["trainingRuns.list", "trainingRuns.ofModels", "trainingRuns.logged"] as const;
const NO_RUNS = { runs: [], has_more: false };

const MAX_READ = 200;
/** The most that one page of the interface's lists holds. */
const MAX_PAGE = 100;
const MAX_FACET_VALUES = 1000;

const result = (noun: string, name: string, href: string, note: string | null = null): PaletteResult => ({
  id: `${noun} ${href}`,
  noun,
  name,
  note,
  href,
});

/** Threads of which some call has each word in the id of its thread, which is that of all its calls. */
const threadsWith = (words: readonly string[]): ThreadsCallsFilter[] => [
  {
    query: {
      $expr: {
        $and: words.map((word) => ({
          $contains: { input: { $getField: "thread_id" }, substr: { $literal: word }, case_insensitive: true },
        })),
      },
    },
  },
];

/** Everything in a project that has a name, in the order of the palette. */
export const PALETTE_READERS: readonly PaletteReader[] = [
  {
    title: "Ops and models in calls",
    part: `the ${MAX_FACET_VALUES} ops and models with the most calls`,
    takesWords: false,
    read: async ({ connectionId, projectId, slug }, _words, signal) => {
      const body = { project_id: projectId, fields: ["op", "model"], limit: MAX_FACET_VALUES };
      const { facets } = await callOperation(connectionId, "calls.facets", { body, signal });
      const results = facets.flatMap(({ field, values }) =>
        values.map(({ value }) =>
          result(field, shortModelName(value), allCallsHref(slug, `${field}:${quoteValue(value)}`)),
        ),
      );
      return { results, hasMore: facets.some(({ value_count: count, values }) => count > values.length) };
    },
  },
  {
    title: "Threads",
    part: `the newest ${MAX_READ} threads`,
    noun: "thread",
    takesWords: true,
    read: async ({ connectionId, projectId, slug }, words, signal) => {
      const results: PaletteResult[] = [];
      const body = {
        project_id: projectId,
        ...(words.length === 0 ? {} : { filter: { calls: threadsWith(words) } }),
        sort_by: [{ field: "last_updated", direction: "desc" as const }],
        limit: MAX_READ,
      };
      const { end } = await streamOperation(connectionId, "threads.streamQuery", { body, signal }, (rows) => {
        for (const { thread_id: id } of rows) results.push(result("thread", id, threadHref(slug, id)));
      });
      return { results, hasMore: results.length >= MAX_READ || end.kind !== "complete" };
    },
  },
  {
    title: "Objects",
    part: `the newest ${MAX_READ} objects`,
    takesWords: true,
    read: async ({ connectionId, projectId, slug }, words, signal) => {
      const body = {
        project_id: projectId,
        filter: { latest_only: true, ...(words.length === 0 ? {} : { words: [...words] }) },
        sort_by: [{ field: "created_at", direction: "desc" as const }],
        metadata_only: true,
        limit: MAX_READ,
      };
      const { objs } = await callOperation(connectionId, "objs.query", { body, signal });
      const results = objs.map(({ kind, object_id: id, base_object_class: baseClass }) => {
        const key = { kind: kind === "op" ? ("op" as const) : ("object" as const), id };
        return result(baseClass?.toLowerCase() || key.kind, id, objectHref(slug, key));
      });
      return { results, hasMore: objs.length >= MAX_READ };
    },
  },
  {
    title: "Models in training",
    part: `the newest ${MAX_PAGE} models`,
    noun: "model arena",
    takesWords: true,
    read: async ({ connectionId, projectId, slug }, words, signal) => {
      const body = { project_id: projectId, limit: MAX_PAGE, ...wordsMember(words) };
      const { data, has_more: hasMore } = await callOperation(connectionId, "models.list", { body, signal });
      const hrefOf = (id: string) => `/${slug}/models/${encodeURIComponent(id)}`;
      const models = data.map(({ id, name, base_model }) => result("model", name, hrefOf(id), base_model));
      // Without a checkpoint there is nothing to compare.
      const trained = data.filter(({ latest_step: step }) => step !== null);
      const arenas = trained.map(({ id, name }) => result("arena", name, `${hrefOf(id)}/arena`));
      return { results: [...models, ...arenas], hasMore };
    },
  },
  {
    title: "Training runs",
    part: `the newest ${MAX_READ} training runs`,
    noun: "run",
    takesWords: true,
    read: async ({ connectionId, projectId, slug }, words, signal) => {
      const body = { project_id: projectId, limit: MAX_READ, ...wordsMember(words) };
      const lists = await Promise.all(
        RUN_LISTS.map((id) =>
          callOperation(connectionId, id, { body, signal }).catch((error: unknown) => {
            // A service may have no runs of this kind, which is not a failure of the others.
            if (id !== "trainingRuns.list" && failureOf(error).kind === "unsupported") return NO_RUNS;
            throw error;
          }),
        ),
      );
      const results = lists.flatMap(({ runs }) =>
        runs.map((run) => ({
          ...result("run", run.name, `/${slug}/runs/${encodeURIComponent(run.id)}`, run.state),
          words: wordsOfRun(run),
        })),
      );
      return { results, hasMore: lists.some(({ has_more: hasMore }) => hasMore) };
    },
  },
  {
    title: "Evaluation runs",
    part: `the newest ${MAX_READ} evaluation runs`,
    takesWords: false,
    read: async ({ connectionId, projectId, slug }, _words, signal) => {
      const body = { project_id: projectId, limit: MAX_READ };
      const { runs, total_count: count } = await callOperation(connectionId, "evaluations.query", { body, signal });
      const results = runs.map(({ id, name, model_name: model, state }) =>
        result("evaluation", name, evaluationHref(slug, id), [model, state].filter((part) => part !== "").join(", ")),
      );
      return { results, hasMore: count > runs.length };
    },
  },
  {
    title: "Review queues",
    part: "a part of the review queues",
    takesWords: false,
    read: async ({ connectionId, projectId, slug }, _words, signal) => {
      const results: PaletteResult[] = [];
      const body = { project_id: projectId };
      const { end } = await streamOperation(connectionId, "annotationQueues.query", { body, signal }, (rows) => {
        for (const { id, name } of rows)
          results.push(result("queue", name, `/${slug}/review/${encodeURIComponent(id)}`));
      });
      return { results, hasMore: end.kind !== "complete" };
    },
  },
  {
    title: "Training jobs",
    part: `the newest ${MAX_PAGE} training jobs`,
    noun: "job",
    takesWords: true,
    read: async ({ connectionId, projectId, slug }, words, signal) => {
      const body = { project_id: projectId, limit: MAX_PAGE, order: "desc" as const, ...wordsMember(words) };
      const { data, has_more: hasMore } = await callOperation(connectionId, "trainingJobs.list", { body, signal });
      const results = data.map(({ id, status, model_name }) =>
        result("job", id, `/${slug}/training/${encodeURIComponent(id)}`, `${model_name}, ${status}`),
      );
      return { results, hasMore };
    },
  },
];

const wordsOfRun = ({ given_name: given, logged_model: logged, model, tags, group }: TrainingRun): string =>
  [given, logged, model?.name, group, ...(tags ?? [])].filter((word) => word != null).join(" ");

const wordsMember = (words: readonly string[]) => (words.length === 0 ? {} : { words: [...words] });
