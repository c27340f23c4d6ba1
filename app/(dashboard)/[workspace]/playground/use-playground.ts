"use client";

import { useMemo, useState, useSyncExternalStore } from "react";
import type { Answer } from "@/components/completion/answer";
import { RunStore, type StreamOffer } from "@/components/completion/run-store";
import type { Workspace } from "@/lib/workspace/workspace";
import type { AnsweredColumns } from "./answer-column";
import { type DraftColumn, newKey } from "./draft";
import type { Scope } from "./draft-changes";
import type { DraftReplacing, ScopedEditing } from "./draft-editing";
import type { Filled, FilledDraft, FirstDraft } from "./filled-draft";
import { newRun } from "./history";
import { type BuiltInputs, columnInputs, wantsStream } from "./prepare-inputs";
import type { RunnableColumns } from "./use-column-actions";
import { type History, useHistory } from "./use-history";
import { type KeptPlace, useKeptDraft } from "./use-kept-draft";
import type { RowsDraft } from "./use-row-runs";
import { useStopWhenLeft } from "./use-stop-when-left";

interface Start extends FirstDraft {
  readonly workspace: Workspace;
  readonly place: KeptPlace;
}

/** Everything that the page is. Its parts read what they need of it, by the interfaces of their own folders. */
export interface Playground
  extends ScopedEditing,
    DraftReplacing,
    FilledDraft,
    RowsDraft,
    AnsweredColumns,
    RunnableColumns {
  readonly history: History;
  /** Whether a reload finds the draft again. */
  readonly isKept: boolean;
  /** Whether the connection streams answers. */
  readonly streams: StreamOffer;
  readonly isRunning: boolean;
  readonly runAll: () => void;
  readonly stopAll: () => void;
}

/** Everything that the page is: what is typed, what runs, what was run. */
export function usePlayground({ workspace, place, draft: first, filled: firstFilled }: Start): Playground {
  const [draft, setDraft] = useState(first);
  const [scope, setScope] = useState<Scope>("shared");
  const [filled, setFilled] = useState<Filled | null>(firstFilled);
  const [pinned, setPinnedKey] = useState<string | null>(null);
  const [hasTried, setHasTried] = useState(false);
  const [store] = useState(() => new RunStore(workspace.connectionId));
  const [rowStore] = useState(() => new RunStore(workspace.connectionId));
  const isKept = useKeptDraft(place, draft);
  const history = useHistory(place);
  const runningKeys = useSyncExternalStore(store.subscribe, store.runningKeys, () => "");
  const streams = useSyncExternalStore(store.subscribe, store.streams, () => "unknown" as const);
  useStopWhenLeft(store.stopAll);
  useStopWhenLeft(rowStore.stopAll);

  const pinnedKey = draft.columns.some(({ key }) => key === pinned) ? pinned : null;
  const built = useMemo(
    () => new Map(draft.columns.map((column) => [column.key, columnInputs(draft, column)])),
    [draft],
  );

  const ask = (column: DraftColumn, { inputs }: BuiltInputs): Promise<Answer> => {
    const { projectId } = workspace;
    const isStreamed = wantsStream(draft, column);
    return store.run(column.key, { projectId, inputs, isTracked: draft.isTracked, wantsStream: isStreamed });
  };

  const run = async (columns: readonly DraftColumn[]): Promise<void> => {
    setHasTried(true);
    const ready = columns.flatMap((column) => {
      const request = built.get(column.key);
      return request && request.problems.length === 0 ? [{ column, request }] : [];
    });
    if (ready.length === 0) return;
    const ran = { ...draft, columns: ready.map(({ column }) => column) };
    const entry = newRun(ran, newKey(), Date.now(), history.runs[0]);
    history.put(entry);
    const answers = await Promise.all(ready.map(({ column, request }) => ask(column, request)));
    history.put({
      ...entry,
      durationMs: Math.max(...answers.map(({ durationMs }) => durationMs ?? 0)),
      callId: answers.find(({ callId }) => callId !== null)?.callId ?? null,
      failedCount: answers.filter(({ status }) => status === "failed").length,
    });
  };

  return {
    ...{ workspace, draft, scope, filled, pinnedKey, hasTried, store, rowStore, built, history, isKept, streams },
    isRunning: runningKeys !== "",
    change: setDraft,
    setScope,
    setPinnedKey,
    replace: (next, from, lost = []) => {
      setFilled({ from, lost, before: draft });
      setScope("shared");
      setHasTried(false);
      setDraft(next);
    },
    undoReplace: () => {
      if (filled?.before) setDraft(filled.before);
      setFilled(null);
      setScope("shared");
    },
    closeFilled: () => setFilled(null),
    runAll: () => void run(draft.columns),
    runOne: (key) => void run(draft.columns.filter((column) => column.key === key)),
    stopAll: store.stopAll,
  };
}
