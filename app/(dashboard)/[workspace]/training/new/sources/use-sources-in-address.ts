"use client";

import { useEffect, useRef, useState } from "react";
import { splitIds, takePickedIds, takeReviewedRewards } from "@/lib/address/new-job-href";
import type { ResultFilter } from "@/lib/api/contract/evaluations/results";
import { type ExampleSelection, filterWords } from "@/lib/evaluation/runs/example-selection";
import { countOf } from "@/lib/format/count";
import { type OpenTable, tableName } from "./prepare-open-table";
import type { SourceAdding, Sources } from "./use-sources";

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
  slice2: string | null;
  value2: string | null;
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
  if (evaluation === null) return null;
  const { score, passes, slice, value, slice2, value2, search } = rest;
  return { runId: evaluation, show: examples, score, passes, slice, value, slice2, value2, search };
}

interface AddressOptions {
  /**
   * True when an earlier visit left trajectories: then nothing is added before the user has chosen. Sources without
   * one, such as those that were left while they loaded, are replaced.
   */
  readonly hasDraft: boolean;
  /** Called when the sources in the URL are in the draft. */
  readonly onAdded: () => void;
  /** Called when the answers of reviewers are among them. */
  readonly onReviewAdded: () => void;
}

/** Sources that are added after the user's choice. */
export interface WaitingSources {
  /** Removes the earlier sources first. */
  readonly replace: () => void;
  readonly add: () => void;
}

/** True when the URL names sources to add. */
const namesSources = (params: NewJobParams) =>
  (params.threads ?? "") !== "" ||
  (params.calls ?? "") !== "" ||
  params.picked !== null ||
  params.evaluation !== null ||
  (params.add && openTable(params) !== null);

/**
 * Adds the sources in the URL once; then they are in the draft and removed from the URL. Where the draft has sources of
 * an earlier visit, they are added only after the user has chosen to replace or extend it: otherwise a second visit
 * with the same threads would add each twice.
 */
export function useSourcesInAddress(
  sources: SourceAdding & Pick<Sources, "sources" | "remove">,
  params: NewJobParams,
  { hasDraft, onAdded, onReviewAdded }: AddressOptions,
): WaitingSources | null {
  const hasBegun = useRef(false);
  const [isWaiting, setIsWaiting] = useState(() => hasDraft && namesSources(params));
  const removeEarlier = () => {
    for (const { id } of sources.sources) sources.remove(id);
  };
  const begin = () => {
    hasBegun.current = true;
    if (!hasDraft && namesSources(params)) removeEarlier();
    const { threads, calls, picked } = params;
    const review = picked === null ? null : takeReviewedRewards(picked);
    const left = picked === null || review !== null ? [] : takePickedIds(picked);
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
    if (review !== null) {
      sources.addReview(review);
      onReviewAdded();
    }
    const hasIds = threadIds.length + callIds.length > 0;
    if (hasIds || table !== null || examples !== null || review !== null) onAdded();
  };
  // The external system is the service, which returns the items that another page picked.
  useEffect(() => {
    if (!isWaiting && !hasBegun.current) begin();
  });
  if (!isWaiting) return null;
  return {
    replace: () => {
      removeEarlier();
      setIsWaiting(false);
    },
    add: () => setIsWaiting(false),
  };
}
