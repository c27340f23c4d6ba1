"use client";

import { useMemo, useState } from "react";
import { Checkbox } from "@/components/form/checkbox";
import { Input } from "@/components/form/input";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { PlainRows } from "@/components/table/plain-rows";
import { useRowStream } from "@/components/table/use-row-stream";
import { Button } from "@/components/ui/button";
import { streamOperation } from "@/lib/api/client/service-client";
import type { Thread } from "@/lib/api/contract/calls/threads";
import { countOf, formatCount } from "@/lib/format/count";
import type { RowSource } from "@/lib/stream/row-stream";
import type { Workspace } from "@/lib/workspace/workspace";
import type { SourceAdding } from "./use-sources";

const ROW_HEIGHT_PX = 26;

type ThreadPickerProps = { workspace: Workspace; sources: Pick<SourceAdding, "addThreads"> };

/** Threads of the project, filtered by id, to pick some or all. */
export function ThreadPicker({ workspace, sources }: ThreadPickerProps) {
  const { connectionId, projectId } = workspace;
  const [text, setText] = useState("");
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const source = useMemo<RowSource<Thread>>(
    () => (offset, signal, onRows) =>
      streamOperation(
        connectionId,
        "threads.streamQuery",
        {
          body: {
            project_id: projectId,
            sort_by: [
              { field: "last_updated", direction: "desc" },
              { field: "thread_id", direction: "asc" },
            ],
            ...(offset > 0 ? { offset } : {}),
          },
          signal,
        },
        onRows,
      ),
    [connectionId, projectId],
  );
  const stream = useRowStream(source);
  // The rows grow in place; `version` changes with them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const matching = useMemo(
    () => stream.rows.filter((thread) => thread.thread_id.toLowerCase().includes(text.trim().toLowerCase())),
    [stream.rows, stream.version, text],
  );
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
  if (stream.failure) return <FailureState failure={stream.failure} onRetry={stream.resume} />;
  if (!stream.isStreaming && stream.rows.length === 0) {
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
          placeholder="Thread id"
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="flex-1"
        />
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
        {stream.isStreaming ? " so far" : stream.summary?.end.kind === "complete" ? "" : ", stream ended early"}
      </div>
      <ThreadRows
        threads={matching}
        picked={picked}
        onToggle={(id) => {
          const next = new Set(picked);
          if (!next.delete(id)) next.add(id);
          setPicked(next);
        }}
      />
    </div>
  );
}

type ThreadRowsProps = { threads: readonly Thread[]; picked: ReadonlySet<string>; onToggle: (id: string) => void };

function ThreadRows({ threads, picked, onToggle }: ThreadRowsProps) {
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
          <span className="flex-none text-ink-3">{countOf(turn_count, "turn")}</span>
        </>
      )}
    </PlainRows>
  );
}
