"use client";

import { ArrowDown, ArrowUp } from "lucide-react";
import { useMemo, useState } from "react";
import { Checkbox } from "@/components/form/checkbox";
import { Input } from "@/components/form/input";
import { ScoreValue } from "@/components/score/score-value";
import { useProjectScores } from "@/components/score/use-project-scores";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { PlainRows } from "@/components/table/plain-rows";
import { useRowStream } from "@/components/table/use-row-stream";
import { useThreadScores } from "@/components/thread/use-thread-scores";
import { Button } from "@/components/ui/button";
import { Menu, MenuChoice } from "@/components/ui/menu";
import { streamOperation } from "@/lib/api/client/service-client";
import type { Thread, ThreadsCallsFilter } from "@/lib/api/contract/calls/threads";
import type { ProjectScore, SubjectScore } from "@/lib/api/contract/feedback/scores";
import { countOf, formatCount } from "@/lib/format/count";
import { type LoadedScores, rowScores, scoreOfRow } from "@/lib/score/row-scores";
import { scoreLabel, threadScores } from "@/lib/score/score-field";
import { type ScoreDomain, scoreDomain } from "@/lib/score/score-text";
import type { RowSource } from "@/lib/stream/row-stream";
import { nextSort, type Sort } from "@/lib/table/sort";
import { matchesThread, threadsQuery } from "@/lib/thread/threads-query";
import { DEFAULT_SORT, threadsBody } from "@/lib/thread/threads-request";
import type { Workspace } from "@/lib/workspace/workspace";
import type { SourceAdding } from "./use-sources";

const ROW_HEIGHT_PX = 26;

type ThreadPickerProps = { workspace: Workspace; sources: Pick<SourceAdding, "addThreads"> };

/** Rows whose scores are loaded: those of the first screens, which are what one picks from. */
const SCORED_ROWS = { first: 0, last: 199 } as const;

/** Threads of the project, filtered by id, score, status or user and sorted by score, to pick some or all. */
export function ThreadPicker({ workspace, sources }: ThreadPickerProps) {
  const { connectionId, projectId } = workspace;
  const [text, setText] = useState("");
  const [sort, setSort] = useState<Sort>(DEFAULT_SORT);
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const { scores, isUnsupported } = useProjectScores(workspace);
  const query = useMemo(
    () => threadsQuery(text, { projectId, canFilterCalls: !isUnsupported }),
    [text, projectId, isUnsupported],
  );
  const shownScores = threadScores(scores, [...query.scoreFields, sort.field]);
  const conditions = JSON.stringify(query.calls);
  const source = useMemo<RowSource<Thread>>(
    () => (offset, signal, onRows) => {
      const calls = JSON.parse(conditions) as readonly ThreadsCallsFilter[];
      const selection = { projectId, threadIds: null, calls, fromMs: null, toMs: null };
      const body = threadsBody(selection, sort, { from: offset, limit: null });
      return streamOperation(connectionId, "threads.streamQuery", { body, signal }, onRows);
    },
    [connectionId, projectId, conditions, sort],
  );
  const stream = useRowStream(source);
  // The rows grow in place; `version` changes with them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const matching = useMemo(
    () => stream.rows.filter((thread) => isAmong(query.threadIds, thread) && matchesThread(query, thread, null)),
    [stream.rows, stream.version, query],
  );
  const loadedScores = useThreadScores(workspace, scores.length > 0 ? matching : NONE, SCORED_ROWS);
  const chosen = matching.filter((thread) => picked.has(thread.thread_id));
  const isAll = matching.length > 0 && chosen.length === matching.length;
  const setAll = (isOn: boolean) => {
    const next = new Set(picked);
    for (const { thread_id } of matching) {
      if (isOn) next.add(thread_id);
      else next.delete(thread_id);
    }
    setPicked(next);
  };
  const failure = stream.failure ? <FailureState failure={stream.failure} onRetry={stream.resume} /> : null;
  // While something is typed the box stays: each character may load another list.
  if (failure && text === "") return failure;
  if (text === "" && !stream.isStreaming && stream.rows.length === 0) {
    return (
      <PaneState kind="empty" title="No threads yet">
        Calls with a thread_id form a thread. You can also use a file of trajectories.
      </PaneState>
    );
  }
  const ids = chosen.map((thread) => thread.thread_id);
  return (
    <div className="grid min-w-0 gap-1.5">
      <div className="flex min-w-0 items-center gap-2">
        <Input
          size="small"
          aria-label="Thread id"
          placeholder={scores.length > 0 ? "Thread id, or score.reward:>0.5" : "Thread id"}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="flex-1"
        />
        {scores.length > 0 ? <PickerSort sort={sort} scores={shownScores} onSortChange={setSort} /> : null}
        <Button
          size="small"
          disabled={chosen.length === 0}
          onClick={() => {
            sources.addThreads(ids.length === 1 ? (ids[0] ?? "") : countOf(ids.length, "picked thread"), ids);
            setPicked(new Set());
          }}
        >
          Add {formatCount(chosen.length)}
        </Button>
      </div>
      <div className="flex items-center gap-2 text-small text-ink-2">
        <Checkbox
          aria-label="All threads shown"
          checked={isAll ? true : chosen.length > 0 ? "indeterminate" : false}
          onCheckedChange={(isOn) => setAll(isOn === true)}
        />
        {countOf(matching.length, "thread")}
        {query.problems[0] ? <span className="text-err">{query.problems[0].message}</span> : null}
        {stream.isStreaming ? " so far" : stream.summary?.end.kind === "complete" ? "" : ", stream ended early"}
      </div>
      {failure ?? (
        <ThreadRows
          threads={matching}
          picked={picked}
          scores={shownScores}
          loaded={loadedScores}
          onToggle={(id) => {
            const next = new Set(picked);
            if (!next.delete(id)) next.add(id);
            setPicked(next);
          }}
        />
      )}
    </div>
  );
}

const NONE: readonly Thread[] = [];

const isAmong = (ids: readonly string[] | null, { thread_id }: Thread) => ids === null || ids.includes(thread_id);

type PickerSortProps = { sort: Sort; scores: readonly ProjectScore[]; onSortChange: (sort: Sort) => void };

/** The order of the threads: the newest first, or by a score. */
function PickerSort({ sort, scores, onSortChange }: PickerSortProps) {
  const Arrow = sort.direction === "desc" ? ArrowDown : ArrowUp;
  const choices = [{ field: DEFAULT_SORT.field, label: "Updated" }, ...scores.map(choiceOf)];
  const label = choices.find(({ field }) => field === sort.field)?.label ?? sort.field;
  return (
    <Menu
      label="Sort by"
      align="end"
      trigger={
        <Button
          size="small"
          aria-label={`Sorted by ${label}, ${sort.direction === "desc" ? "largest" : "smallest"} first`}
          icon={<Arrow size={12} strokeWidth={2} aria-hidden="true" />}
        >
          {label}
        </Button>
      }
    >
      {choices.map(({ field, label: name }) => (
        <MenuChoice key={field} isChosen={field === sort.field} onSelect={() => onSortChange(nextSort(sort, field))}>
          {name}
        </MenuChoice>
      ))}
    </Menu>
  );
}

const choiceOf = ({ field }: ProjectScore) => ({ field, label: scoreLabel(field) });

type ThreadRowsProps = {
  threads: readonly Thread[];
  picked: ReadonlySet<string>;
  /** The scores that each row shows. */
  scores: readonly ProjectScore[];
  loaded: LoadedScores;
  onToggle: (id: string) => void;
};

function ThreadRows({ threads, picked, scores, loaded, onToggle }: ThreadRowsProps) {
  return (
    <PlainRows
      label="Threads to pick"
      rows={threads}
      rowHeight={ROW_HEIGHT_PX}
      className="h-[132px]"
      rowClassName="flex gap-2 px-2"
    >
      {({ thread_id: id, turn_count }) => (
        <>
          <Checkbox aria-label={id} checked={picked.has(id)} onCheckedChange={() => onToggle(id)} />
          <span className="min-w-0 flex-1 truncate text-code">{id}</span>
          {scores.map((score) => (
            <RowScore
              key={score.field}
              score={scoreOfRow(rowScores(loaded, id), score.field)}
              domain={scoreDomain(score)}
            />
          ))}
          <span className="flex-none text-ink-3">{countOf(turn_count, "turn")}</span>
        </>
      )}
    </PlainRows>
  );
}

function RowScore({ score, domain }: { score: SubjectScore | undefined; domain: ScoreDomain | null }) {
  if (score === undefined) return null;
  return (
    <span className="inline-flex flex-none items-center gap-1.5 text-micro">
      <span className="text-ink-3">{score.name}</span>
      <ScoreValue value={score.mean ?? score.value} domain={domain} />
    </span>
  );
}
