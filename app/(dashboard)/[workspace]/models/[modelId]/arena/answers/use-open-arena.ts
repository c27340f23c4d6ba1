"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { RunStore } from "@/lib/completion/run-store";
import type { Workspace } from "@/lib/workspace/workspace";
import { ArenaResults } from "./arena-results";
import { ArenaStorage } from "./arena-storage";
import { parseStoredArena, resultKey, type StoredArena, storedValueText } from "./stored-arena";

/** What this browser kept of an arena, and what is asked in it from now on. */
export interface OpenArena {
  readonly items: ArenaStorage;
  readonly stored: StoredArena;
  readonly results: ArenaResults;
  /** Whether a reload finds what is answered. */
  readonly isStored: boolean;
}

/** Opens what a person of this browser asked a model in a workspace; null until it is read. */
export function useOpenArena(workspace: Workspace, personId: string, modelId: string): OpenArena | null {
  const place = `${workspace.id} ${personId} ${modelId}`;
  const [isFull, setIsFull] = useState(false);
  const { data } = useQuery({
    queryKey: ["arena-kept", place],
    queryFn: async () => {
      const items = await ArenaStorage.open(place);
      const stored = parseStoredArena(await items.readAll());
      const results = new ArenaResults(new RunStore(workspace.connectionId), stored.results, (key, result) => {
        if (result === null) items.remove([resultKey(key)]);
        else items.put(resultKey(key), storedValueText(result));
      });
      return { items, stored, results };
    },
    // Each visit of the page reads anew what another tab may have kept.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  // Nobody reads the answers of a page that was left, and they cost money.
  useEffect(() => {
    if (!data) return;
    data.items.onLimitReached = () => setIsFull(true);
    return () => data.results.stopAll();
  }, [data]);
  return data ? { ...data, isStored: data.items.isSaving && !isFull } : null;
}
