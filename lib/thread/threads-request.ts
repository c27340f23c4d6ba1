import { threadSortFields } from "@/lib/api/contract/calls/thread-sort-fields";
import type { Thread, ThreadsCallsFilter } from "@/lib/api/contract/calls/threads";
import type { RequestOf } from "@/lib/api/contract/operations";
import { isScoreField } from "@/lib/score/score-field";
import type { FetchWindow } from "@/lib/table/row-window";
import type { Sort } from "@/lib/table/sort";

export const DEFAULT_SORT: Sort = { field: "last_updated", direction: "desc" };

/** The query for the service: which threads, in which time range. */
export interface ThreadsSelection {
  readonly projectId: string;
  readonly threadIds: readonly string[] | null;
  /** Conditions on the calls of a thread; only for services that support them. */
  readonly calls?: readonly ThreadsCallsFilter[];
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

type ThreadsBody = RequestOf<"threads.streamQuery">;

/** Maximum number of threads that one check for changes reads. */
export const MAX_CHANGED_THREADS = 100;

/** The time window applies to the starts of turns: a thread shows with the turns that are inside. */
function filterOf({ threadIds, calls = [], fromMs, toMs }: ThreadsSelection): ThreadsBody["filter"] {
  return {
    ...(threadIds && threadIds.length > 0 ? { thread_ids: [...threadIds] } : {}),
    ...(calls.length > 0 ? { calls: [...calls] } : {}),
    ...(fromMs === null ? {} : { after_datetime: new Date(fromMs).toISOString() }),
    ...(toMs === null ? {} : { before_datetime: new Date(toMs).toISOString() }),
  };
}

/**
 * A sort from an address that the service would refuse falls back to the newest change first.
 * @param canSortByScore false for a service that knows no scores
 */
export function knownSort(sort: Sort, canSortByScore = true): Sort {
  if (isScoreField(sort.field)) return canSortByScore ? sort : DEFAULT_SORT;
  return threadSortFields.some((field) => field === sort.field) ? sort : DEFAULT_SORT;
}

/**
 * Returns the request for threads of a window. The id decides between equals, so that a resumed stream neither skips
 * nor repeats.
 */
export function threadsBody(selection: ThreadsSelection, sort: Sort, { from, limit }: FetchWindow): ThreadsBody {
  const { field, direction } = knownSort(sort);
  const tieBreak = { field: "thread_id", direction: "asc" as const };
  return {
    project_id: selection.projectId,
    filter: filterOf(selection),
    sort_by: field === "thread_id" ? [{ field, direction }] : [{ field, direction }, tieBreak],
    ...(from > 0 ? { offset: from } : {}),
    ...(limit === null ? {} : { limit }),
  };
}

/** Returns the request for the rest of a window after the loaded threads. */
export function remainingWindow({ from, limit }: FetchWindow, count: number): FetchWindow {
  return { from: from + count, limit: limit === null ? null : Math.max(0, limit - count) };
}

/** Returns the request for the threads that changed last. */
export function newestThreadsBody(selection: ThreadsSelection, limit: number): ThreadsBody {
  return threadsBody(selection, DEFAULT_SORT, { from: 0, limit });
}

/** The result of checking a list against the newest threads: changed rows, and the number of missing ones. */
export interface Changes {
  readonly changed: ReadonlyMap<string, Thread>;
  readonly newCount: number;
}

/** Compares the newest threads with the rows of a whole list. */
export function changesOf(rows: readonly Thread[], newest: readonly Thread[]): Changes {
  const byId = new Map(rows.map((row) => [row.thread_id, row]));
  const changed = new Map<string, Thread>();
  let newCount = 0;
  for (const now of newest) {
    const before = byId.get(now.thread_id);
    if (!before) newCount += 1;
    else if (figures(before) !== figures(now)) changed.set(now.thread_id, now);
  }
  return { changed, newCount };
}

function figures(thread: Thread): string {
  return [thread.turn_count, thread.last_updated, thread.last_turn_id, thread.p99_turn_duration_ms].join(" ");
}
