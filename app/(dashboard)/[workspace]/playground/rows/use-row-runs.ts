"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useStore } from "zustand";
import type { Members } from "@/app/(dashboard)/[workspace]/playground/draft/draft";
import type { DraftEditing } from "@/app/(dashboard)/[workspace]/playground/draft/draft-editing";
import type { Problem } from "@/app/(dashboard)/[workspace]/playground/draft/prepare-inputs";
import { columnInputs } from "@/app/(dashboard)/[workspace]/playground/draft/prepare-inputs";
import { promptIfTaken } from "@/app/(dashboard)/[workspace]/playground/draft/prompt-if-taken";
import { promptToSend } from "@/app/(dashboard)/[workspace]/playground/draft/prompt-link";
import type { Answer } from "@/lib/completion/answer";
import type { RunStore } from "@/lib/completion/run-store";
import type { Workspace } from "@/lib/workspace/workspace";
import { rowCellKey } from "./prepare-row-runs";
import { type MappedVariable, rowVariables } from "./prepare-rows";
import { runWithConcurrency } from "./run-with-concurrency";

/** Providers limit requests per minute; a browser has six connections to the dashboard. */
const MAX_CONCURRENT = 4;

/** A draft whose columns are run for each row of its values. */
export interface RowsDraft extends DraftEditing {
  readonly workspace: Workspace;
  /** Whether the calls of a loaded prompt reference its version; null until it is known. */
  readonly referencesPrompts: boolean | null;
  /** The answers by row and column. */
  readonly rowStore: RunStore;
}

/** The answers of a draft's columns to its rows. */
export interface RowRuns {
  /** Null when nothing runs. */
  readonly progress: RowProgress | null;
  /** The reasons why no row can be sent. */
  readonly problems: readonly Problem[];
  readonly isRunning: boolean;
  readonly run: () => void;
  readonly stop: () => void;
  readonly answerAt: (rowIndex: number, columnKey: string) => Answer;
  /** Discards answers to values that the row no longer has. */
  readonly forgetRow: (rowIndex: number) => void;
  readonly forgetAll: () => void;
}

interface RowProgress {
  readonly done: number;
  readonly total: number;
}

/** Runs every column once for each row, with the values of the mapped columns as variables. */
export function useRowRuns(
  { draft, workspace, rowStore, referencesPrompts }: Omit<RowsDraft, "change">,
  mapping: readonly MappedVariable[],
): RowRuns {
  const [progress, setProgress] = useState<RowProgress | null>(null);
  const isWanted = useRef(false);
  const client = useQueryClient();
  const runningKeys = useStore(rowStore, (state) => state.runningKeys);
  const { rows, columns, isTracked } = draft;

  const variablesOf = (row: Members) => ({ ...draft.variables, ...rowVariables(row, mapping) });
  const request = (row: Members, columnIndex: number) => {
    const column = columns[columnIndex];
    return column ? columnInputs({ ...draft, variables: variablesOf(row) }, column) : null;
  };
  const problems = columns.flatMap((_, index) => request(rows[0] ?? {}, index)?.problems ?? []);

  const run = async () => {
    isWanted.current = true;
    const cells = rows.flatMap((row, rowIndex) =>
      columns.flatMap((column, columnIndex) => {
        const built = request(row, columnIndex);
        const linked = isTracked ? promptToSend(draft, column, workspace.projectId, variablesOf(row)) : null;
        const prompt = promptIfTaken(linked, referencesPrompts, client, workspace.connectionId);
        return built ? [{ key: rowCellKey(rowIndex, column.key), inputs: built.inputs, prompt }] : [];
      }),
    );
    let done = 0;
    setProgress({ done, total: cells.length });
    const { projectId } = workspace;
    const tasks = cells.map(({ key, inputs, prompt }) => async () => {
      await rowStore.run(key, { projectId, inputs, prompt, isTracked, shouldStream: false });
      done += 1;
      setProgress({ done, total: cells.length });
    });
    await runWithConcurrency(MAX_CONCURRENT, tasks, () => isWanted.current);
    setProgress(null);
  };

  return {
    progress,
    problems,
    isRunning: progress !== null || runningKeys !== "",
    run: () => void run(),
    stop: () => {
      isWanted.current = false;
      rowStore.stopAll();
    },
    answerAt: (rowIndex, columnKey) => rowStore.runOf(rowCellKey(rowIndex, columnKey)).answer,
    forgetRow: (rowIndex) => {
      for (const { key } of columns) rowStore.forget(rowCellKey(rowIndex, key));
    },
    forgetAll: () => {
      for (const [rowIndex] of rows.entries())
        for (const { key } of columns) rowStore.forget(rowCellKey(rowIndex, key));
    },
  };
}
