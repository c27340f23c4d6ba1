"use client";

import { useEffect, useRef } from "react";
import { splitIds, takePickedIds } from "@/lib/address/new-job-href";
import type { ResultFilter } from "@/lib/api/contract/evaluations/results";
import { type ExampleSelection, filterWords } from "@/lib/evaluation/runs/example-selection";
import { countOf } from "@/lib/format/count";
import { type OpenTable, tableName } from "./prepare-open-table";
import type { SourceAdding } from "./use-sources";

/** The sources in the URL. */
interface NewJobParams {
  threads: string | null;
  calls: string | null;
  picked: string | null;
  evaluation: string | null;
  score: string | null;
  examples: ResultFilter;
  passes: number | null;
  slice: string | null;
  value: string | null;
  search: string;
  table: string;
  dataset: string | null;
  rows: readonly string[];
  add: boolean;
}

/** The table that trajectories are picked from; null where none is open. */
export const openTable = ({ table, dataset, rows }: NewJobParams): OpenTable | null =>
  table === "" ? null : { digest: table, dataset, rowDigests: rows };

/** The examples in the URL; null where it names no evaluation. */
function selectionIn({ evaluation, examples, ...rest }: NewJobParams): ExampleSelection | null {
  const { score, passes, slice, value, search } = rest;
  return evaluation === null ? null : { runId: evaluation, show: examples, score, passes, slice, value, search };
}

/** Adds the sources in the URL once; then they are in the draft and removed from the URL. */
export function useSourcesInAddress(sources: SourceAdding, params: NewJobParams, onAdded: () => void) {
  const hasBegun = useRef(false);
  // The external system is the service, which returns the items that another page picked.
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    const { threads, calls, picked } = params;
    const left = picked === null ? [] : takePickedIds(picked);
    const isThreads = picked?.startsWith("threads") ?? false;
    const threadIds = [...splitIds(threads ?? ""), ...(isThreads ? left : [])];
    const callIds = [...splitIds(calls ?? ""), ...(isThreads ? [] : left)];
    const examples = selectionIn(params);
    const table = params.add ? openTable(params) : null;
    if (threadIds.length > 0) sources.addThreads(countOf(threadIds.length, "picked thread"), threadIds);
    if (callIds.length > 0) sources.addTraces(`traces of ${countOf(callIds.length, "picked call")}`, callIds);
    if (examples !== null) {
      const kind = filterWords[examples.show];
      sources.addExamples(`${kind === undefined ? "" : `${kind} `}examples of evaluation ${examples.runId}`, examples);
    }
    if (table !== null) sources.addTable(tableName(table), { ...table, path: null });
    if (threadIds.length + callIds.length > 0 || table !== null || examples !== null) onAdded();
  }, [sources, params, onAdded]);
}
