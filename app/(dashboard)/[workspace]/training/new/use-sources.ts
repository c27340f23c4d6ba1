"use client";

import { useEffect, useRef, useState } from "react";
import type { Workspace } from "@/components/layout/use-workspace";
import { failureOf } from "@/lib/api/client/request-failure";
import type { SourceGroup, TrajectoryRow } from "@/lib/training/collect-trajectories";
import type { ReadProblem } from "@/lib/training/read-value";
import { type Conversations, readConversations, tracesOf } from "./read-conversations";
import { readInWorker } from "./read-in-worker";

/** A file, some threads or some traces, and what was read of them so far. */
export interface Source {
  readonly id: string;
  readonly name: string;
  readonly rows: readonly TrajectoryRow[];
  readonly groups: readonly SourceGroup[];
  readonly problems: readonly ReadProblem[];
  /** From 0 to 1 while it is read; null once it is. */
  readonly progress: number | null;
  /** Why reading ended early; what came before it is kept. */
  readonly failure: string | null;
}

type Part = Pick<Source, "rows" | "groups" | "problems">;

/** What a draft is made of, in the order in which it was added. */
export function useSources({ connectionId, projectId }: Workspace) {
  const [sources, setSources] = useState<readonly Source[]>([]);
  const running = useRef(new Map<string, AbortController>());
  const count = useRef(0);
  // The outside system is the worker or the service that still reads when the page is left.
  useEffect(() => {
    const controllers = running.current;
    return () => {
      for (const controller of controllers.values()) controller.abort();
    };
  }, []);

  const change = (id: string, next: (source: Source) => Source) =>
    setSources((all) => all.map((source) => (source.id === id ? next(source) : source)));

  const begin = (name: string, read: (id: string, signal: AbortSignal) => Promise<void>) => {
    count.current += 1;
    const id = String(count.current);
    const controller = new AbortController();
    running.current.set(id, controller);
    const fresh: Source = { id, name, rows: [], groups: [], problems: [], progress: 0, failure: null };
    setSources((all) => [...all, fresh]);
    void read(id, controller.signal)
      .then(() => change(id, (source) => ({ ...source, progress: null })))
      .catch((error: unknown) => {
        if (controller.signal.aborted) return;
        const { message, reason } = failureOf(error);
        const failure = [message, reason].filter((text) => text !== undefined && text !== "").join(" ");
        change(id, (source) => ({ ...source, progress: null, failure }));
      })
      .finally(() => running.current.delete(id));
  };

  const take = (id: string, part: Part, progress: number) =>
    change(id, (source) => ({
      ...source,
      rows: [...source.rows, ...part.rows],
      groups: [...source.groups, ...part.groups],
      problems: [...source.problems, ...part.problems],
      progress,
    }));

  const addConversations = (name: string, find: (signal: AbortSignal) => Promise<Conversations>) =>
    begin(name, async (id, signal) => {
      const conversations = await find(signal);
      for await (const part of readConversations({ connectionId, projectId, signal }, conversations)) {
        take(id, part, part.readCount / conversations.ids.length);
      }
    });

  return {
    sources,
    addFile: (file: File) =>
      begin(file.name, (id, signal) =>
        readInWorker({ file, source: id }, signal, (part, readBytes) => {
          // Lines of several files stand beside each other.
          const rows = part.rows.map((row) => ({ ...row, place: `${file.name}, ${row.place}` }));
          take(id, { ...part, rows }, readBytes / file.size);
        }),
      ),
    addThreads: (name: string, ids: readonly string[]) =>
      addConversations(name, async () => ({ kind: "threads", ids })),
    /** The traces that the calls belong to. */
    addTraces: (name: string, callIds: readonly string[]) =>
      addConversations(name, async (signal) => ({
        kind: "traces",
        ids: await tracesOf({ connectionId, projectId, signal }, callIds),
      })),
    remove: (id: string) => {
      running.current.get(id)?.abort();
      setSources((all) => all.filter((source) => source.id !== id));
    },
    removeAll: () => {
      for (const controller of running.current.values()) controller.abort();
      setSources([]);
    },
  };
}

export type Sources = ReturnType<typeof useSources>;
