"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { weaveProject, weaveTarget } from "@/app/(dashboard)/[workspace]/import/project/weave-project";
import { failureOf, isAbort } from "@/lib/api/client/request-failure";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import type { ImportRecord, UndoReceipt } from "@/lib/import/earlier/import-record";
import { undoImport } from "@/lib/import/earlier/undo-import";
import { planUndo, type UndoPlan } from "@/lib/import/earlier/undo-plan";
import type { Workspace } from "@/lib/workspace/workspace";

type UndoState =
  | { readonly kind: "idle" }
  /** Looks for what can be deleted. */
  | { readonly kind: "planning"; readonly calls: number }
  | { readonly kind: "planned"; readonly plan: UndoPlan }
  | { readonly kind: "undoing"; readonly plan: UndoPlan; readonly deleted: number }
  | { readonly kind: "failed"; readonly failure: ServiceFailure; readonly deleted: number }
  | { readonly kind: "done"; readonly receipt: UndoReceipt };

export interface UndoControl {
  readonly state: UndoState;
  /** Finds out what an undo would delete. */
  readonly plan: (record: ImportRecord) => void;
  /** Deletes what the plan names. */
  readonly undo: () => void;
  /** Stops; what is deleted stays deleted, and undoing again continues. */
  readonly stop: () => void;
  /** Forgets what was planned or done, when another import is opened. */
  readonly reset: () => void;
}

/** Undoes an import: it is planned first, and deleted only on request. */
export function useUndo(workspace: Workspace): UndoControl {
  const [state, setState] = useState<UndoState>({ kind: "idle" });
  const queries = useQueryClient();
  const running = useRef<AbortController | null>(null);
  // The external system is the service: leaving the page stops its requests.
  useEffect(() => () => running.current?.abort(), []);

  const begin = useCallback(() => {
    running.current?.abort();
    running.current = new AbortController();
    return running.current.signal;
  }, []);

  const plan = useCallback(
    async (record: ImportRecord) => {
      const signal = begin();
      setState({ kind: "planning", calls: 0 });
      try {
        const onProgress = (calls: number) => {
          if (!signal.aborted) setState({ kind: "planning", calls });
        };
        const found = await planUndo(weaveProject(workspace, signal), record, { signal, onProgress });
        if (!signal.aborted) setState({ kind: "planned", plan: found });
      } catch (error) {
        if (!signal.aborted) setState({ kind: "failed", failure: failureOf(error), deleted: 0 });
      }
    },
    [begin, workspace],
  );

  const undo = useCallback(
    async (planned: UndoPlan) => {
      const signal = begin();
      let deleted = 0;
      setState({ kind: "undoing", plan: planned, deleted });
      const onProgress = (count: number) => {
        deleted = count;
        if (!signal.aborted) setState({ kind: "undoing", plan: planned, deleted });
      };
      try {
        const receipt = await undoImport(weaveTarget(workspace, signal), planned, { signal, onProgress });
        if (!signal.aborted) setState({ kind: "done", receipt });
      } catch (error) {
        // Another import was opened meanwhile, or the page was left.
        if (running.current?.signal !== signal) return;
        if (isAbort(error) && deleted === 0) setState({ kind: "idle" });
        else setState({ kind: "failed", failure: failureOf(error), deleted });
      } finally {
        // Cached lists and counts are now outdated.
        void queries.invalidateQueries({ queryKey: ["service", workspace.connectionId] });
      }
    },
    [begin, queries, workspace],
  );

  return {
    state,
    plan: (record) => void plan(record),
    undo: () => {
      if (state.kind === "planned") void undo(state.plan);
    },
    stop: () => {
      running.current?.abort();
      if (state.kind === "planning" || state.kind === "planned") setState({ kind: "idle" });
    },
    reset: () => {
      begin();
      setState({ kind: "idle" });
    },
  };
}
