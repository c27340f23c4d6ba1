"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useStore } from "zustand";
import type { AnsweredColumns } from "@/app/(dashboard)/[workspace]/playground/columns/answer-column";
import type { RunnableColumns } from "@/app/(dashboard)/[workspace]/playground/columns/use-column-actions";
import { type DraftColumn, newKey } from "@/app/(dashboard)/[workspace]/playground/draft/draft";
import type { Scope } from "@/app/(dashboard)/[workspace]/playground/draft/draft-changes";
import type { DraftReplacing, ScopedEditing } from "@/app/(dashboard)/[workspace]/playground/draft/draft-editing";
import {
  type BuiltInputs,
  columnInputs,
  shouldStream,
} from "@/app/(dashboard)/[workspace]/playground/draft/prepare-inputs";
import { promptIfTaken } from "@/app/(dashboard)/[workspace]/playground/draft/prompt-if-taken";
import { promptToSend } from "@/app/(dashboard)/[workspace]/playground/draft/prompt-link";
import { type DraftAddress, useSavedDraft } from "@/app/(dashboard)/[workspace]/playground/draft/use-saved-draft";
import { newRun } from "@/app/(dashboard)/[workspace]/playground/history/history";
import { type History, useHistory } from "@/app/(dashboard)/[workspace]/playground/history/use-history";
import type { Filled, FilledDraft, FirstDraft } from "@/app/(dashboard)/[workspace]/playground/open/filled-draft";
import type { RowsDraft } from "@/app/(dashboard)/[workspace]/playground/rows/use-row-runs";
import type { Answer } from "@/lib/completion/answer";
import { RunStore, type StreamSupport } from "@/lib/completion/run-store";
import type { Workspace } from "@/lib/workspace/workspace";
import { useStopOnLeave } from "./use-stop-on-leave";

interface Start extends FirstDraft {
  readonly workspace: Workspace;
  readonly address: DraftAddress;
  readonly referencesPrompts: boolean | null;
}

/** The state of the page. Its parts read what they need by the interfaces of their own folders. */
export interface Playground
  extends ScopedEditing,
    DraftReplacing,
    FilledDraft,
    RowsDraft,
    AnsweredColumns,
    RunnableColumns {
  readonly history: History;
  /** True when a reload restores the draft. */
  readonly isStored: boolean;
  /** Whether the connection streams answers. */
  readonly streams: StreamSupport;
  readonly isRunning: boolean;
  readonly runAll: () => void;
  readonly stopAll: () => void;
}

/** Returns the state of the page: the draft, the running answers, the history. */
export function usePlayground(start: Start): Playground {
  const { workspace, address, draft: first, filled: firstFilled, referencesPrompts } = start;
  const client = useQueryClient();
  const [draft, setDraft] = useState(first);
  const [scope, setScope] = useState<Scope>("shared");
  const [filled, setFilled] = useState<Filled | null>(firstFilled);
  const [pinned, setPinnedKey] = useState<string | null>(null);
  const [hasTried, setHasTried] = useState(false);
  const [store] = useState(() => new RunStore(workspace.connectionId, "playground"));
  const [rowStore] = useState(() => new RunStore(workspace.connectionId, "playground"));
  const isSaved = useSavedDraft(address, draft);
  const history = useHistory(address);
  const runningKeys = useStore(store, (state) => state.runningKeys);
  const streams = useStore(store, (state) => state.streams);
  useStopOnLeave(store.stopAll);
  useStopOnLeave(rowStore.stopAll);

  const pinnedKey = draft.columns.some(({ key }) => key === pinned) ? pinned : null;
  const built = useMemo(
    () => new Map(draft.columns.map((column) => [column.key, columnInputs(draft, column)])),
    [draft],
  );

  const ask = (column: DraftColumn, { inputs }: BuiltInputs): Promise<Answer> => {
    const { projectId } = workspace;
    const isStreamed = shouldStream(draft, column);
    const linked = draft.isTracked ? promptToSend(draft, column, projectId) : null;
    const prompt = promptIfTaken(linked, referencesPrompts, client, workspace.connectionId);
    return store.run(column.key, { projectId, inputs, prompt, isTracked: draft.isTracked, shouldStream: isStreamed });
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
    workspace,
    referencesPrompts,
    draft,
    scope,
    filled,
    pinnedKey,
    hasTried,
    store,
    rowStore,
    built,
    history,
    isStored: isSaved,
    streams,
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
