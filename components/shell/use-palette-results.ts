"use client";

import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { matchesWords } from "@/lib/address/palette-text";
import { failureOf } from "@/lib/api/client/request-failure";
import type { Workspace } from "@/lib/workspace/workspace";
import { PALETTE_READERS, type PaletteReader, type PaletteResult } from "./palette-readers";

const MAX_SHOWN = 5;
const STALE_TIME_MS = 60_000;
/** The service is asked once the text has not changed for this long. */
const PAUSE_MS = 150;

export interface PaletteGroup {
  readonly title: string;
  readonly results: readonly PaletteResult[];
}

export interface PaletteResults {
  readonly groups: readonly PaletteGroup[];
  readonly isSearching: boolean;
  /** Titles of the groups that could not be loaded. */
  readonly failed: readonly string[];
  /** The searched parts of lists that could not be searched to their end. */
  readonly parts: readonly string[];
}

/** The results of a reader for words. */
interface Search {
  readonly results: readonly PaletteResult[];
  /** False when only a part of the list was searched. */
  readonly isWhole: boolean;
}

/**
 * Returns what is in a project by the typed words. The service is asked for them, group by group; a list that cannot be
 * searched there is read once, and searched here as far as it was read.
 */
export function usePaletteResults(workspace: Workspace | null, typed: string): PaletteResults {
  const isEnabled = workspace !== null && typed !== "";
  const { words, isSettled } = useSettledText(typed);
  const queryClient = useQueryClient();
  const searches = useQueries({
    queries: PALETTE_READERS.map((reader) => {
      const asked = askedWords(reader, words);
      const ofReader = ["service", workspace?.connectionId, "palette", workspace?.projectId, reader.title];
      return {
        queryKey: [...ofReader, asked],
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          workspace === null ? null : search(reader, workspace, asked, signal),
        enabled: isEnabled && words !== "",
        placeholderData: () => foundBefore(queryClient.getQueriesData<Search | null>({ queryKey: ofReader })),
        staleTime: STALE_TIME_MS,
        retry: false,
      };
    }),
  });
  if (!isEnabled) return NOTHING;
  const found = PALETTE_READERS.map((reader, index) => ({ reader, query: searches[index] }));
  const groups = found.map(({ reader: { title }, query }) => ({
    title,
    results: (query?.data?.results ?? []).filter((result) => matchesWords(typed, textOf(result))).slice(0, MAX_SHOWN),
  }));
  return {
    groups: groups.filter(({ results }) => results.length > 0),
    isSearching: !isSettled || searches.some(({ isFetching }) => isFetching),
    failed: isSettled ? found.flatMap(({ reader, query }) => (query?.isError ? [reader.title] : [])) : [],
    parts: isSettled ? found.flatMap(({ reader, query }) => (query?.data?.isWhole === false ? [reader.part] : [])) : [],
  };
}

const NOTHING: PaletteResults = { groups: [], isSearching: false, failed: [], parts: [] };

/** Returns all that was found for other words: what matches is shown while the service is asked. */
function foundBefore(searches: readonly (readonly [unknown, Search | null | undefined])[]): Search {
  const results = searches.flatMap(([, search]) => search?.results ?? []);
  return { results: [...new Map(results.map((result) => [result.id, result])).values()], isWhole: true };
}

const textOf = ({ noun, name, note, words }: PaletteResult) => `${noun} ${name} ${note ?? ""} ${words ?? ""}`;

/** Returns the text once it has not changed for a moment; until then the one before. */
function useSettledText(typed: string): { words: string; isSettled: boolean } {
  const [words, setWords] = useState(typed);
  // The outside system is the clock.
  useEffect(() => {
    const timer = setTimeout(() => setWords(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return { words, isSettled: words === typed };
}

/** Returns the words that the service is asked for, so that equal requests are sent once. */
function askedWords({ takesWords, noun = "" }: PaletteReader, typed: string): readonly string[] {
  if (!takesWords || typed === "") return [];
  const words = typed.toLowerCase().split(/\s+/);
  return [...new Set(words)].filter((word) => !noun.includes(word)).sort();
}

/**
 * Asks for words. A service that refuses them is asked for its list; one that ignores them returns what does not match.
 * A group that the service does not offer is empty.
 */
async function search(
  { read }: PaletteReader,
  workspace: Workspace,
  words: readonly string[],
  signal: AbortSignal,
): Promise<Search> {
  try {
    const { results, hasMore } = await read(workspace, words, signal);
    const isApplied = words.length > 0 && results.every((result) => matchesWords(words.join(" "), textOf(result)));
    return { results, isWhole: isApplied || !hasMore };
  } catch (error) {
    signal.throwIfAborted();
    const { kind } = failureOf(error);
    if (kind === "unsupported") return { results: [], isWhole: true };
    if (kind !== "validation" || words.length === 0) throw error;
    const { results, hasMore } = await read(workspace, [], signal);
    return { results, isWhole: !hasMore };
  }
}
