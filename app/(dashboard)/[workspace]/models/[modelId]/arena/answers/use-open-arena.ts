"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { RunStore } from "@/lib/completion/run-store";
import type { Workspace } from "@/lib/workspace/workspace";
import { ArenaResults } from "./arena-results";
import { ArenaStorage } from "./arena-storage";
import { parseStoredArena, resultKey, type StoredArena, storedValueText } from "./stored-arena";

/** The stored state of an arena, and the answers that run from now on. */
export interface OpenArena {
  readonly items: ArenaStorage;
  readonly stored: StoredArena;
  readonly results: ArenaResults;
  /** True when a reload restores the answers. */
  readonly isStored: boolean;
}

/** Opens the arena of a model that this browser stored for a user and workspace; null until it is loaded. */
export function useOpenArena(workspace: Workspace, personId: string, modelId: string): OpenArena | null {
  const place = `${workspace.id} ${personId} ${modelId}`;
  const [isFull, setIsFull] = useState(false);
  const { data } = useQuery({
    queryKey: ["arena-kept", place],
    queryFn: async () => {
      const items = await ArenaStorage.open(place);
      const stored = parseStoredArena(await items.readAll());
      const results = new ArenaResults(new RunStore(workspace.connectionId, "arena"), stored.results, (key, result) => {
        if (result === null) items.remove([resultKey(key)]);
        else items.put(resultKey(key), storedValueText(result));
      });
      return { items, stored, results };
    },
    // Each visit of the page reloads it, since another tab may have stored more.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  // No one reads the answers after the page is left, and they cost money.
  useEffect(() => {
    if (!data) return;
    data.items.onLimitReached = () => setIsFull(true);
    return () => data.results.stopAll();
  }, [data]);
  return data ? { ...data, isStored: data.items.isSaving && !isFull } : null;
}
