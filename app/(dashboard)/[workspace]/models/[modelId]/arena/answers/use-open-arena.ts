"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { RunStore } from "@/lib/completion/run-store";
import type { Workspace } from "@/lib/workspace/workspace";
import { ArenaResults } from "./arena-results";
import { KeptItems } from "./arena-storage";
import { type KeptArena, keptText, readKept, resultKey } from "./stored-arena";

/** What this browser kept of an arena, and what is asked in it from now on. */
export interface OpenArena {
  readonly items: KeptItems;
  readonly kept: KeptArena;
  readonly results: ArenaResults;
  /** Whether a reload finds what is answered. */
  readonly isKept: boolean;
}

/** Opens what a person of this browser asked a model in a workspace; null until it is read. */
export function useOpenArena(workspace: Workspace, personId: string, modelId: string): OpenArena | null {
  const place = `${workspace.id} ${personId} ${modelId}`;
  const [isFull, setIsFull] = useState(false);
  const { data } = useQuery({
    queryKey: ["arena-kept", place],
    queryFn: async () => {
      const items = await KeptItems.open(place);
      const kept = readKept(await items.readAll());
      const results = new ArenaResults(new RunStore(workspace.connectionId), kept.results, (key, result) => {
        if (result === null) items.remove([resultKey(key)]);
        else items.put(resultKey(key), keptText(result));
      });
      return { items, kept, results };
    },
    // Each visit of the page reads anew what another tab may have kept.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  // Nobody reads the answers of a page that was left, and they cost money.
  useEffect(() => {
    if (!data) return;
    data.items.onFull = () => setIsFull(true);
    return () => data.results.stopAll();
  }, [data]);
  return data ? { ...data, isKept: data.items.isKeeping && !isFull } : null;
}
