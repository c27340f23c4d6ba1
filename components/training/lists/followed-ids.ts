"use client";

import { useSyncExternalStore } from "react";
import { createStore } from "zustand/vanilla";
import { readStored, writeStored } from "@/lib/storage/browser-storage";

/** The ids that the user followed, where the service has no list. */
export type FollowedKind = "jobs" | "models";

/** Maximum number of ids, latest first. */
const MAX_FOLLOWED = 200;

const keyOf = (workspaceId: string, kind: FollowedKind) => `heddle-followed-${kind}-${workspaceId}`;

/** How often this page wrote: the ids themselves are in the browser's storage, where other tabs write too. */
const writeCount = createStore(() => 0);

function subscribe(listener: () => void): () => void {
  const leave = writeCount.subscribe(listener);
  window.addEventListener("storage", listener);
  return () => {
    leave();
    window.removeEventListener("storage", listener);
  };
}

/** Parses stored ids; none where the stored text is invalid. */
function parseFollowed(text: string | null): readonly string[] {
  if (text === null) return [];
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.filter((id): id is string => typeof id === "string" && id !== "") : [];
  } catch {
    // Written by other code: the next followed id replaces it.
    return [];
  }
}

function write(workspaceId: string, kind: FollowedKind, change: (ids: readonly string[]) => readonly string[]): void {
  const key = keyOf(workspaceId, kind);
  const before = parseFollowed(readStored(key));
  const next = change(before);
  if (next.join("\n") !== before.join("\n")) writeStored(key, JSON.stringify(next));
  writeCount.setState((count) => count + 1);
}

/** Stores an id, latest first. */
export function addFollowed(workspaceId: string, kind: FollowedKind, id: string): void {
  write(workspaceId, kind, (ids) => (ids.includes(id) ? ids : [id, ...ids].slice(0, MAX_FOLLOWED)));
}

export function removeFollowed(workspaceId: string, kind: FollowedKind, id: string): void {
  write(workspaceId, kind, (ids) => ids.filter((candidate) => candidate !== id));
}

/** The ids followed in a workspace of this browser, latest first. */
export function useFollowed(workspaceId: string, kind: FollowedKind): readonly string[] {
  const text = useSyncExternalStore(
    subscribe,
    () => readStored(keyOf(workspaceId, kind)),
    () => null,
  );
  return parseFollowed(text);
}
