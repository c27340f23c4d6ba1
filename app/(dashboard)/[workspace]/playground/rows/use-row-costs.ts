"use client";

import { useQuery } from "@tanstack/react-query";
import { useStore } from "zustand";
import { readCallCosts } from "@/app/(dashboard)/[workspace]/playground/answer/read-call-costs";
import type { Answer } from "@/lib/completion/answer";
import { readUsage } from "@/lib/completion/answer-choices";
import { rowCellKey } from "./prepare-row-runs";
import type { RowsDraft } from "./use-row-runs";

/** The answers of a column to each row, and the cost of one: as reported, else by the service's prices, else null. */
interface RowFigures {
  readonly answersOf: (columnKey: string) => readonly Answer[];
  readonly costOf: (answer: Answer) => number | null;
}

/** Reads the costs that providers do not report once, when nothing runs any more. */
export function useRowCosts({ draft, rowStore, workspace }: Pick<RowsDraft, "draft" | "rowStore" | "workspace">) {
  const { rows, columns } = draft;
  // The store's version, so that each answer that ends is counted.
  useStore(rowStore, (state) => state.version);
  const isRunning = useStore(rowStore, (state) => state.runningKeys !== "");
  const answersOf = (columnKey: string) => rows.map((_, at) => rowStore.runOf(rowCellKey(at, columnKey)).answer);
  const ids = columns
    .flatMap(({ key }) => answersOf(key))
    .flatMap(({ status, callId, completion }) =>
      status === "done" && callId !== null && readUsage(completion).costUsd === null ? [callId] : [],
    );
  const { data } = useQuery({
    queryKey: ["answer-costs", workspace.connectionId, workspace.projectId, ids],
    enabled: !isRunning && ids.length > 0,
    queryFn: ({ signal }) => readCallCosts(workspace, ids, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  });
  const figures: RowFigures = {
    answersOf,
    costOf: ({ completion, callId }) =>
      readUsage(completion).costUsd ?? (callId === null ? undefined : data?.get(callId)) ?? null,
  };
  return figures;
}
