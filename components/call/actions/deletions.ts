"use client";

import { useStore } from "zustand";
import { failureOf, unreadable } from "@/lib/api/client/request-failure";
import { callOperation, streamOperation } from "@/lib/api/client/service-client";
import { descendantsOf, type ParentLink } from "@/lib/calls/descendants";
import { type Deletions, type DeletionTarget, PendingDeletions } from "@/lib/calls/pending-deletions";
import { signalDeletion } from "./deletion-signal";

const listeners = new Set<(target: DeletionTarget) => void>();

/** The deletions of this browser tab. They outlive the page that started them, not the tab. */
export const deletions = new PendingDeletions({
  nowMs: Date.now,
  after: (delayMs, then) => {
    const timer = setTimeout(then, delayMs);
    return () => clearTimeout(timer);
  },
  send: async ({ connectionId, projectId, callId }, outlivesPage) => {
    const body = { project_id: projectId, call_ids: [callId] };
    await callOperation(connectionId, "calls.delete", { body, isKeptAlive: outlivesPage });
  },
  readDescendants,
  failureOf,
  onDeleted: (target) => {
    for (const listener of listeners) listener(target);
  },
});

deletions.subscribe(signalDeletion);

// The outside system is the tab, which sends pending deletions when it closes, whether their notice has loaded or not.
if (typeof window !== "undefined") window.addEventListener("pagehide", () => deletions.flush());

/** Calls the listener for each deleted call until the returned function is called. */
export function onCallDeleted(listener: (target: DeletionTarget) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** All deletions, updated as they progress. */
export function useDeletions(): Deletions {
  return useStore(deletions);
}

/** The ids of calls that no page shows: they are deleted or about to be. */
export function useHiddenCalls(): ReadonlySet<string> {
  return useDeletions().hidden;
}

async function readDescendants({ connectionId, projectId, callId }: DeletionTarget): Promise<readonly string[]> {
  const callLinks = await readLinks(connectionId, projectId, { call_ids: [callId] });
  const traceId = callLinks[0]?.traceId;
  if (traceId === undefined) return [];
  return descendantsOf(await readLinks(connectionId, projectId, { trace_ids: [traceId] }), callId);
}

async function readLinks(
  connectionId: string,
  projectId: string,
  filter: { call_ids: string[] } | { trace_ids: string[] },
): Promise<readonly (ParentLink & { readonly traceId: string })[]> {
  const links: (ParentLink & { readonly traceId: string })[] = [];
  const body = { project_id: projectId, filter, columns: ["parent_id"] };
  const { end } = await streamOperation(connectionId, "calls.streamQuery", { body }, (rows) => {
    for (const { id, parent_id, trace_id } of rows) links.push({ id, parentId: parent_id ?? null, traceId: trace_id });
  });
  if (end.kind === "cut-short") throw unreadable("calls.streamQuery", end.reason);
  return links;
}
