"use client";

import { useRef, useState, useSyncExternalStore } from "react";
import type { Answer } from "@/components/completion/answer";
import type { ParameterTexts } from "./draft";
import { columnInputs } from "./prepare-inputs";
import { cellKey } from "./prepare-rows";
import { runAtMost } from "./run-at-most";
import type { Playground } from "./use-playground";

/** Providers limit requests by the minute; a browser has six connections to the dashboard. */
const MOST_AT_ONCE = 4;

/** Asks every column once for each row of values. */
export function useRowRuns({ draft, workspace, rowStore }: Playground) {
  const [progress, setProgress] = useState<{ readonly done: number; readonly total: number } | null>(null);
  const isWanted = useRef(false);
  const runningKeys = useSyncExternalStore(rowStore.subscribe, rowStore.runningKeys, () => "");
  const { rows, columns, isTracked } = draft;

  const request = (row: ParameterTexts, columnIndex: number) => {
    const column = columns[columnIndex];
    return column ? columnInputs({ ...draft, variables: { ...draft.variables, ...row } }, column) : null;
  };
  const problems = columns.flatMap((_, index) => request(rows[0] ?? {}, index)?.problems ?? []);

  const run = async () => {
    isWanted.current = true;
    const cells = rows.flatMap((row, rowIndex) =>
      columns.flatMap((column, columnIndex) => {
        const built = request(row, columnIndex);
        return built ? [{ key: cellKey(rowIndex, column.key), inputs: built.inputs }] : [];
      }),
    );
    let done = 0;
    setProgress({ done, total: cells.length });
    const { projectId } = workspace;
    const tasks = cells.map(({ key, inputs }) => async () => {
      await rowStore.run(key, { projectId, inputs, isTracked, wantsStream: false });
      done += 1;
      setProgress({ done, total: cells.length });
    });
    await runAtMost(MOST_AT_ONCE, tasks, () => isWanted.current);
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
    answerAt: (rowIndex: number, columnKey: string): Answer => rowStore.runOf(cellKey(rowIndex, columnKey)).answer,
    /** What was answered to other values than the row now has. */
    forgetRow: (rowIndex: number) => {
      for (const { key } of columns) rowStore.forget(cellKey(rowIndex, key));
    },
    forgetAll: () => {
      for (const [rowIndex] of rows.entries()) for (const { key } of columns) rowStore.forget(cellKey(rowIndex, key));
    },
  };
}

export type RowRuns = ReturnType<typeof useRowRuns>;
