"use client";

import { useRouter } from "next/navigation";
import { useQueryStates } from "nuqs";
import { useEffect, useMemo, useRef, useState } from "react";
import { ThreadsFilterBar } from "@/app/(dashboard)/[workspace]/threads/list/threads-filter-bar";
import { ThreadsList } from "@/app/(dashboard)/[workspace]/threads/list/threads-list";
import { useAreFactsShown, useThreadsColumns } from "@/app/(dashboard)/[workspace]/threads/list/use-threads-columns";
import { useThreadsSelection } from "@/app/(dashboard)/[workspace]/threads/selection/use-threads-selection";
import type { ThreadsSource } from "@/app/(dashboard)/[workspace]/threads/source/threads-source";
import { useLive } from "@/components/address/use-live";
import { useTimeRange } from "@/components/address/use-time-range";
import { useIsPhone } from "@/components/browser/use-is-phone";
import { useProjectScores } from "@/components/score/use-project-scores";
import { WorkspaceGate } from "@/components/session/workspace-gate";
import { useThreadNavigation } from "@/components/thread/use-thread-navigation";
import { useThreadRows } from "@/components/thread/use-thread-rows";
import { useThreads } from "@/components/thread/use-threads";
import { partLoadedLater } from "@/components/ui/loaded-later";
import { newJobHref } from "@/lib/address/new-job-href";
import { appliedSource, namesSource } from "@/lib/calls/source-choice";
import { threadScores } from "@/lib/score/score-field";
import { fetchWindowOf } from "@/lib/table/row-window";
import { threadsQuery } from "@/lib/thread/threads-query";
import { knownSort } from "@/lib/thread/threads-request";
import type { Workspace } from "@/lib/workspace/workspace";
import { threadsParams } from "./search-params";
import { ThreadsFoot } from "./threads-foot";
import { ThreadsHead } from "./threads-head";
import { useThreadsKeys } from "./use-threads-keys";

const ThreadsSelectionBar = partLoadedLater(
  async () =>
    (await import("@/app/(dashboard)/[workspace]/threads/selection/threads-selection-bar")).ThreadsSelectionBar,
);
const ThreadPane = partLoadedLater(
  async () => (await import("@/app/(dashboard)/[workspace]/threads/turns/thread-pane")).ThreadPane,
);
const ThreadScores = partLoadedLater(
  async () => (await import("@/app/(dashboard)/[workspace]/threads/scores/thread-scores")).ThreadScores,
);

/** The threads of a workspace, and the conversation of one. */
export function ThreadsView() {
  return <WorkspaceGate>{(workspace) => <Threads key={workspace.id} workspace={workspace} />}</WorkspaceGate>;
}

function Threads({ workspace }: { workspace: Workspace }) {
  const router = useRouter();
  const place = useThreadNavigation(workspace.slug);
  const isPhone = useIsPhone();
  const searchBox = useRef<HTMLInputElement>(null);
  const [params, setParams] = useQueryStates(threadsParams, { history: "push" });
  const { range, setRange } = useTimeRange();
  const { isLive } = useLive();
  const { scores, isUnsupported } = useProjectScores(workspace);
  const { projectId } = workspace;
  const source = appliedSource(workspace, params.source);
  const query = useMemo(
    () => threadsQuery(params.q, { projectId, canFilterCalls: !isUnsupported, source }),
    [params.q, projectId, isUnsupported, source],
  );
  const sort = knownSort(params.sort, !isUnsupported);
  const used = useMemo(() => [...query.scoreFields, params.sort.field], [query.scoreFields, params.sort.field]);
  const shownScores = useMemo(() => threadScores(scores, used), [scores, used]);
  const window = fetchWindowOf(params.offset, params.limit);
  const list = useThreads({ workspace, threadIds: query.threadIds, calls: query.calls, range, sort, window, isLive });
  const areFactsShown = useAreFactsShown() && !isPhone;
  const rows = useThreadRows(workspace, list.threads, query, scores, areFactsShown);
  const commonScores = useMemo(() => [...rows.scoredFields, ...used], [rows.scoredFields, used]);
  const columns = useThreadsColumns(rows.scale, {
    hasRoom: params.thread === null,
    hasMessages: rows.hasMessages,
    hasFigures: rows.hasFigures,
    hasFacts: rows.hasFacts,
    scores: shownScores,
    commonScores,
  });
  const selection = useThreadsSelection(rows.matching);
  const hasRows = rows.matching.length > 0;
  // The outside system is the network: what a press opens loads once there are rows to press.
  useEffect(() => {
    if (hasRows) void ThreadPane.preload();
  }, [hasRows]);
  const [movedTo, setMovedTo] = useState<string | null>(null);
  const cursorId = params.thread ?? movedTo;
  const cursorIndex = useMemo(
    () => (cursorId === null ? -1 : rows.matching.findIndex((thread) => thread.thread_id === cursorId)),
    [rows.matching, cursorId],
  );
  // A navigation that begins before the address includes the last step would be undone by that step.
  const stepped = useRef<Promise<unknown>>(Promise.resolve());
  const open = (thread: string | null) => {
    setMovedTo(thread ?? cursorId);
    void setParams({ thread, turn: null });
  };
  const step = (by: 1 | -1) => {
    const next = rows.matching[Math.max(0, cursorIndex + by)]?.thread_id;
    if (next === undefined) return;
    setMovedTo(next);
    // The open conversation follows the keys; the steps do not add history entries.
    if (params.thread !== null) stepped.current = setParams({ thread: next, turn: null }, { history: "replace" });
  };
  useThreadsKeys({
    workspace,
    opened: params.thread,
    cursorId,
    selection,
    onStep: step,
    onOpen: open,
    onRead: (threadId) => void stepped.current.then(() => place.open(threadId)),
    onForget: () => setMovedTo(null),
    searchBox,
  });
  const isByFilter = namesSource(params.q);
  const threadsSource: ThreadsSource | null = workspace.knowsSources
    ? { workspace, range, choice: source, isByFilter, onChange: (next) => void setParams({ source: next }) }
    : null;
  const isFiltered = query.tests.length > 0;
  const matchingIds = useMemo(() => rows.matching.map((thread) => thread.thread_id), [rows.matching]);
  return (
    <>
      <ThreadsHead
        list={list}
        matchingCount={rows.matching.length}
        isFiltered={isFiltered}
        isAskable={query.problems.length === 0}
        sort={sort}
        scores={shownScores}
        columns={columns}
        onSortChange={(next) => void setParams({ sort: next })}
        source={threadsSource}
        areScoresShown={scores.length > 0 ? params.scores : null}
        onScoresToggle={() => void setParams({ scores: !params.scores })}
        onBuildGroups={() =>
          router.push(
            newJobHref(
              workspace.slug,
              "threads",
              rows.matching.map((thread) => thread.thread_id),
            ),
          )
        }
      />
      <ThreadsFilterBar
        workspace={workspace}
        range={range}
        query={params.q}
        onQueryChange={(q) => void setParams({ q })}
        problems={query.problems}
        scores={scores}
        canFilterCalls={!isUnsupported}
        window={window}
        onWindow={({ from, limit }) => void setParams({ offset: from, limit })}
        isLocal={isFiltered}
        inputRef={searchBox}
      />
      <div className="flex min-h-0 flex-1 border-t border-line">
        <section aria-label="Threads" className="flex min-w-0 flex-1 flex-col">
          {params.scores && scores.length > 0 && !list.stream.isStreaming && matchingIds.length > 0 ? (
            <ThreadScores
              workspace={workspace}
              threadIds={matchingIds}
              scores={scores}
              by={params.by}
              onByChange={(by) => void setParams({ by })}
              isLive={isLive}
            />
          ) : null}
          <ThreadsList
            workspace={workspace}
            list={list}
            rows={rows}
            columns={columns}
            isPhone={isPhone}
            sort={sort}
            onSort={(next) => void setParams({ sort: next })}
            selection={selection}
            selectedId={params.thread}
            cursorIndex={cursorIndex}
            onOpen={open}
            query={params.q}
            problems={query.problems}
            range={range}
            isLive={isLive}
            source={threadsSource}
            onClearFilters={() => void setParams(isByFilter ? { q: "", source: "all" } : { q: "" })}
            onAllThreads={() => void setParams({ offset: 0, limit: null })}
            onAllTime={() => setRange({ t: "all", from: null, to: null })}
          />
          {selection.threads.length > 0 ? (
            <ThreadsSelectionBar
              workspace={workspace}
              threads={selection.threads}
              isExportOpen={selection.isExportOpen}
              onExportOpenChange={selection.setIsExportOpen}
              onCopyIds={() => selection.copyIds(null)}
              onClear={selection.clear}
            />
          ) : null}
          <ThreadsFoot
            list={list}
            rows={rows}
            isFiltered={isFiltered}
            isAskable={query.problems.length === 0}
            isSearching={query.shouldSearchMessages}
          />
        </section>
        {params.thread === null ? null : (
          <ThreadPane
            workspace={workspace}
            threadId={params.thread}
            thread={rows.matching[cursorIndex]}
            turnId={params.turn}
            onTurnChange={(turn) => setParams({ turn }, { history: "replace" })}
            isLive={isLive}
            onClose={() => open(null)}
          />
        )}
      </div>
    </>
  );
}
