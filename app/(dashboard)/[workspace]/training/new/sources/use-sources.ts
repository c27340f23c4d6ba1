"use client";

import { useEffect, useRef, useState } from "react";
import type { Source, SourcePart } from "@/app/(dashboard)/[workspace]/training/new/draft/draft-source";
import type { DraftSaver } from "@/app/(dashboard)/[workspace]/training/new/keep/draft-saver";
import { failureOf } from "@/lib/api/client/request-failure";
import type { ExampleSelection } from "@/lib/evaluation/runs/example-selection";
import { countOf } from "@/lib/format/count";
import type { Members } from "@/lib/json/value/members";
import type { ReviewedRewards } from "@/lib/review/results";
import type { Conversations } from "@/lib/training/conversations/read-conversations";
import type { Workspace } from "@/lib/workspace/workspace";
import { PartBuffer } from "./part-buffer";
import { readFileInWorker } from "./read-file-in-worker";
import type { TableChoice } from "./read-table";

/** What reads conversations and tables loads with the first of them. */
const conversationReader = () => import("@/lib/training/conversations/read-conversations");

/** Adds the trajectories of one kind of source to a draft. */
export interface SourceAdding {
  readonly addFile: (file: File) => void;
  readonly addThreads: (name: string, ids: readonly string[]) => void;
  /** The traces that the calls belong to. */
  readonly addTraces: (name: string, callIds: readonly string[]) => void;
  /** Examples of an evaluation as groups, with a score as reward. */
  readonly addExamples: (name: string, selection: ExampleSelection) => void;
  /** The threads and traces that reviewers judged. */
  readonly addReview: (rewards: ReviewedRewards) => void;
  /** Rows of a table of the project. */
  readonly addTable: (name: string, choice: TableChoice) => void;
}

/** The sources of a draft, in the order in which they were added. */
export interface Sources extends SourceAdding {
  readonly sources: readonly Source[];
  readonly remove: (id: string) => void;
  readonly removeAll: () => void;
}

type SourcesStart = {
  /** Sources of an earlier visit. */
  restored: readonly Source[];
  saver: DraftSaver;
  /** Called when a file contained settings. */
  onConfig: (config: Members) => void;
};

/** Reads the added sources in parallel, and keeps the rows. */
export function useSources(
  { connectionId, projectId }: Workspace,
  { restored, saver, onConfig }: SourcesStart,
): Sources {
  const [sources, setSources] = useState(restored);
  const running = useRef(new Map<string, AbortController>());
  const buffers = useRef(new Map<string, PartBuffer>());
  const count = useRef(0);
  // The external system is the worker or the service that still reads when the page is left.
  useEffect(() => {
    const controllers = running.current;
    return () => {
      for (const controller of controllers.values()) controller.abort();
    };
  }, []);

  const change = (id: string, next: (source: Source) => Source) =>
    setSources((all) => all.map((source) => (source.id === id ? next(source) : source)));

  const append = (id: string, { rows, groups, problems }: SourcePart) =>
    change(id, (source) => ({
      ...source,
      rows: rows.length === 0 ? source.rows : [...source.rows, ...rows],
      groups: groups.length === 0 ? source.groups : [...source.groups, ...groups],
      problems: problems.length === 0 ? source.problems : [...source.problems, ...problems],
    }));

  const begin = (name: string, read: (id: string, signal: AbortSignal) => Promise<void>) => {
    count.current += 1;
    // Sources of an earlier visit have ids already.
    const id = `${Date.now().toString(36)}-${count.current}`;
    const controller = new AbortController();
    running.current.set(id, controller);
    const fresh: Source = { id, name, rows: [], groups: [], problems: [], progress: 0, failure: null };
    setSources((all) => [...all, fresh]);
    const buffer = new PartBuffer();
    buffers.current.set(id, buffer);
    void read(id, controller.signal)
      // Rows read before a failure are kept.
      .finally(() => append(id, buffer.take()))
      .then(() => change(id, (source) => ({ ...source, progress: null })))
      .catch((error: unknown) => {
        if (controller.signal.aborted) return;
        const { message, reason } = failureOf(error);
        const failure = [message, reason].filter((text) => text !== undefined && text !== "").join(" ");
        change(id, (source) => ({ ...source, progress: null, failure }));
      })
      .finally(() => {
        running.current.delete(id);
        buffers.current.delete(id);
      });
  };

  const take = (id: string, { rows, groups, problems }: SourcePart, progress: number) => {
    const part = { rows, groups, problems };
    saver.addPart(id, part);
    const ready = buffers.current.get(id)?.add(part) ?? null;
    if (ready) append(id, ready);
    change(id, (source) => ({ ...source, progress }));
  };

  const addConversations = (name: string, find: (signal: AbortSignal) => Promise<Conversations>) =>
    begin(name, async (id, signal) => {
      const { readConversations } = await conversationReader();
      const conversations = await find(signal);
      for await (const part of readConversations({ connectionId, projectId, signal }, conversations)) {
        take(id, part, part.readCount / conversations.ids.length);
      }
    });

  return {
    sources,
    addFile: (file: File) =>
      begin(file.name, (id, signal) =>
        readFileInWorker({ file, source: id }, signal, (part, readBytes) => {
          // Lines of several files are listed together.
          const rows = part.rows.map((row) => ({ ...row, place: `${file.name}, ${row.place}` }));
          take(id, { ...part, rows }, readBytes / file.size);
          if (part.config) onConfig(part.config);
        }),
      ),
    addThreads: (name: string, ids: readonly string[]) =>
      addConversations(name, async () => ({ kind: "threads", ids })),
    addTraces: (name: string, callIds: readonly string[]) =>
      addConversations(name, async (signal) => ({
        kind: "traces",
        ids: await (await conversationReader()).tracesOf({ connectionId, projectId, signal }, callIds),
      })),
    addExamples: (name: string, selection: ExampleSelection) =>
      begin(name, async (id, signal) => {
        const { readExamples } = await import("@/lib/training/conversations/read-examples");
        for await (const part of readExamples({ connectionId, projectId, signal }, id, selection)) {
          take(id, part, part.totalCount === 0 ? 1 : part.readCount / part.totalCount);
        }
      }),
    addReview: ({ threads, traces }: ReviewedRewards) => {
      for (const [kind, rewards] of [["threads", threads] as const, ["traces", traces] as const]) {
        const ids = Object.keys(rewards);
        if (ids.length === 0) continue;
        const name = countOf(ids.length, kind === "threads" ? "reviewed thread" : "reviewed trace");
        addConversations(name, async () => ({ kind, ids, rewards }));
      }
    },
    addTable: (name: string, choice: TableChoice) =>
      begin(name, async (id, signal) => {
        const { readTable } = await import("./read-table");
        await readTable({ connectionId, projectId, signal }, id, choice, (part, share) => {
          const rows = part.rows.map((row) => ({ ...row, place: `${name}, ${row.place}` }));
          take(id, { ...part, rows }, share);
        });
      }),
    remove: (id: string) => {
      running.current.get(id)?.abort();
      saver.removeSource(id);
      setSources((all) => all.filter((source) => source.id !== id));
    },
    removeAll: () => {
      for (const controller of running.current.values()) controller.abort();
      setSources([]);
    },
  };
}
