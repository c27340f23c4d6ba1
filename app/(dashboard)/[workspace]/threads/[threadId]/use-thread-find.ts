"use client";

import { useMemo } from "react";
import { useContentSearch } from "@/components/calls/use-content-search";
import type { Turn } from "@/lib/thread/thread-turns";
import type { Workspace } from "@/lib/workspace/workspace";

/** The search of a text in a thread. */
export interface ThreadFind {
  /** Ids of the turns with a call whose inputs, output or error have the text; null without a search. */
  readonly found: ReadonlySet<string> | null;
  /** The position of the selected turn among them, from 0; -1 when it is none of them. */
  readonly foundIndex: number;
  readonly isPending: boolean;
  /** True when more calls have the text than were read, so that later turns may be missing. */
  readonly isCut: boolean;
  /** Searches again; null unless the search failed. */
  readonly retry: (() => void) | null;
  /** The turn after or before the selected one that has the text, wrapping around. */
  readonly next: (by: 1 | -1) => string | null;
}

/** Finds the turns of a thread that have a text in any of their calls. */
export function useThreadFind(
  workspace: Workspace,
  threadId: string,
  turns: readonly Turn[],
  { text, turnId }: { readonly text: string; readonly turnId: string | null },
): ThreadFind {
  const filter = useMemo(() => ({ thread_ids: [threadId] }), [threadId]);
  const { matches, isCut, isPending, failure, retry } = useContentSearch(workspace, filter, text);
  return useMemo(() => {
    const turnsOfMatches = new Set(matches?.map((match) => match.turnId ?? match.id));
    const ids = turns.map(({ id }) => id);
    const found = ids.filter((id) => turnsOfMatches.has(id));
    const at = ids.indexOf(turnId ?? "");
    return {
      found: matches === null ? null : new Set(found),
      foundIndex: found.indexOf(turnId ?? ""),
      isPending,
      isCut,
      retry: failure ? retry : null,
      next: (by) => {
        const places = found.map((id) => ids.indexOf(id));
        const place =
          by === 1
            ? (places.find((one) => one > at) ?? places[0])
            : (places.findLast((one) => one < at) ?? places.at(-1));
        return place === undefined ? null : (ids[place] ?? null);
      },
    };
  }, [matches, isCut, isPending, failure, retry, turns, turnId]);
}
