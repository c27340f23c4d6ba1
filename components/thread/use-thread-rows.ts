"use client";

import { useCallback, useDeferredValue, useMemo, useState } from "react";
import { useNow } from "@/components/browser/use-now";
import type { Thread } from "@/lib/api/contract/calls/threads";
import type { ProjectScore } from "@/lib/api/contract/feedback/scores";
import { type LoadedScores, rowScores, scoredFieldsOf } from "@/lib/score/row-scores";
import { loadedRow } from "@/lib/thread/loaded-rows";
import { searchableText, type ThreadRow, type ThreadScale, threadRow, threadScale } from "@/lib/thread/thread-row";
import { matchesThread, type ThreadsQuery } from "@/lib/thread/threads-query";
import type { Workspace } from "@/lib/workspace/workspace";
import { useThreadFacts } from "./use-thread-facts";
import { useThreadFigures } from "./use-thread-figures";
import { useThreadPreviews } from "./use-thread-previews";
import { useThreadScores } from "./use-thread-scores";

/** Maximum number of loaded threads whose messages are searched: each one has to be loaded. */
export const MAX_SEARCHED_THREADS = 1000;

const NONE: readonly Thread[] = [];
const NO_SCORES: readonly ProjectScore[] = [];

/** Threads as rows of the list. */
export interface ThreadRows {
  readonly matching: readonly Thread[];
  readonly rowAt: (index: number) => ThreadRow | undefined;
  readonly scale: ThreadScale;
  /** Reports the visible rows, whose messages are loaded. */
  readonly onRangeChange: (first: number, last: number) => void;
  /** False when the service cannot return the messages of these threads. */
  readonly hasMessages: boolean;
  /** False when the service does not add up the calls of threads. */
  readonly hasFigures: boolean;
  /** False when the service does not list users and tools by thread. */
  readonly hasFacts: boolean;
  /** The fields of scores that some thread has whose scores were loaded, of those of the project. */
  readonly scoredFields: readonly string[];
  /** Threads whose messages a search has not loaded yet. */
  readonly leftToSearch: number;
}

/**
 * The loaded threads that pass the filters applied in the browser, as rows of the list.
 *
 * @param projectScores null where rows show neither scores nor figures
 * @param areFactsShown true where rows show users or tools
 */
export function useThreadRows(
  workspace: Workspace,
  threads: readonly Thread[],
  query: ThreadsQuery,
  projectScores: readonly ProjectScore[] | null = null,
  areFactsShown = false,
): ThreadRows {
  const hasScores = projectScores !== null && projectScores.length > 0;
  const { connectionId, projectId } = workspace;
  const [shown, setShown] = useState({ first: 0, last: 24 });
  const onRangeChange = useCallback((first: number, last: number) => {
    setShown((before) => (before.first === first && before.last === last ? before : { first, last }));
  }, []);
  const searched = useThreadPreviews(connectionId, projectId, query.shouldSearchMessages ? threads : NONE, {
    first: 0,
    last: MAX_SEARCHED_THREADS - 1,
  });
  const matching = useMemo(() => {
    if (query.tests.length === 0) return threads;
    return threads.filter((thread) =>
      matchesThread(query, thread, searchableText(searched.byThread.get(thread.thread_id))),
    );
  }, [threads, query, searched]);
  const previews = useThreadPreviews(connectionId, projectId, matching, shown);
  const scores = useThreadScores(workspace, hasScores ? matching : NONE, shown);
  const scoredFields = useSeenFields(projectScores ?? NO_SCORES, scores.byId);
  const figures = useThreadFigures(workspace, projectScores === null ? NONE : matching, shown);
  const facts = useThreadFacts(workspace, areFactsShown ? matching : NONE, shown);
  // The axis may lag behind streaming rows: computing it reads all of them.
  const settled = useDeferredValue(threads);
  const scale = useMemo(() => threadScale(settled), [settled]);
  const nowMs = useNow();
  const rowAt = useCallback(
    (index: number): ThreadRow | undefined => {
      const thread = matching[index];
      if (thread === undefined) return undefined;
      const { thread_id: id } = thread;
      return threadRow(thread, previews, scale, nowMs, {
        scores: hasScores ? rowScores(scores, id) : [],
        figures: loadedRow(figures, id),
        facts: loadedRow(facts, id),
      });
    },
    [matching, previews, scale, nowMs, scores, hasScores, figures, facts],
  );
  // A service may omit turn ids, and without them no messages can be loaded.
  const namesTurns = threads.length === 0 || threads.some((thread) => thread.first_turn_id || thread.last_turn_id);
  const toSearch = query.shouldSearchMessages ? Math.min(threads.length, MAX_SEARCHED_THREADS) : 0;
  return {
    matching,
    rowAt,
    scale,
    onRangeChange,
    hasMessages: namesTurns && !previews.isUnsupported && !searched.isUnsupported,
    scoredFields,
    hasFigures: !figures.isUnsupported,
    hasFacts: !facts.isUnsupported,
    leftToSearch: Math.max(0, toSearch - searched.byThread.size - searched.failures.size),
  };
}

/** Returns the fields that some loaded row has. A field that was seen stays, so that columns do not come and go. */
function useSeenFields(projectScores: readonly ProjectScore[], byId: LoadedScores["byId"]): readonly string[] {
  const [seen, setSeen] = useState<readonly string[]>([]);
  const found = scoredFieldsOf(projectScores, byId).filter((field) => !seen.includes(field));
  if (found.length > 0) setSeen([...seen, ...found]);
  return seen;
}
