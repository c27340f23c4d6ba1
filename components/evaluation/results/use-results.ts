"use client";

import { keepPreviousData, useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import type { EvaluationResultRow, EvaluationResults } from "@/lib/api/contract/evaluations/results";
import type { RequestOf } from "@/lib/api/contract/operations";

const PAGE_ROWS = 100;

/** A line of the list: its row, or null while its page loads. */
export interface ResultLine {
  readonly index: number;
  readonly row: EvaluationResultRow | null;
}

/** The examples of runs that a request selects, read page by page as they come into view. */
export interface ResultList {
  /** Counts, scores and members; those of the request before while a new one loads. */
  readonly head: EvaluationResults | undefined;
  readonly count: number;
  readonly lineAt: (index: number) => ResultLine;
  /** The index of a loaded row, -1 when none has this key: a row that was chosen was loaded. */
  readonly loadedIndexOf: (key: string) => number;
  readonly onRangeChange: (first: number, last: number) => void;
  readonly isPending: boolean;
  /** True while the rows are those of the request before. */
  readonly isPrevious: boolean;
  readonly failure: ServiceFailure | null;
  readonly retry: () => void;
}

/** Selects and sorts the examples of a list. */
export type ResultsRequest = Omit<RequestOf<"evaluations.results">, "limit" | "offset" | "find">;

/** @param refetchMs how often it is read again; false for never */
export function useResults(connectionId: string, request: ResultsRequest, refetchMs: number | false): ResultList {
  const client = useQueryClient();
  const [range, setRange] = useState({ first: 0, last: 0 });
  const page = (index: number) =>
    serviceQuery(connectionId, "evaluations.results", { ...request, limit: PAGE_ROWS, offset: index * PAGE_ROWS });
  const first = useQuery({ ...page(0), placeholderData: keepPreviousData, refetchInterval: refetchMs });
  const firstPage = Math.max(1, Math.floor(range.first / PAGE_ROWS));
  const lastPage = Math.floor(range.last / PAGE_ROWS);
  const later = useQueries({
    queries: Array.from({ length: Math.max(0, lastPage - firstPage + 1) }, (_, index) => page(firstPage + index)),
  });
  const count = first.data?.total_count ?? 0;
  const onRangeChange = useCallback((from: number, to: number) => {
    setRange((known) => (known.first === from && known.last === to ? known : { first: from, last: to }));
  }, []);
  const pages = [
    { at: 0, rows: first.data?.rows },
    ...later.map(({ data }, index) => ({ at: firstPage + index, rows: data?.rows })),
  ];
  const failed = [first, ...later].find(({ isError }) => isError);
  return {
    head: first.data,
    count,
    lineAt: (index) => {
      const at = Math.floor(index / PAGE_ROWS);
      // A page that was scrolled out of view is still known for a while.
      const known = at === 0 ? first.data : (later[at - firstPage]?.data ?? client.getQueryData(page(at).queryKey));
      const rows = known?.rows;
      return { index, row: rows?.[index % PAGE_ROWS] ?? null };
    },
    loadedIndexOf: (key) => {
      for (const { at, rows } of pages) {
        const index = rows?.findIndex((row) => row.key === key) ?? -1;
        if (index >= 0) return at * PAGE_ROWS + index;
      }
      return -1;
    },
    onRangeChange,
    isPending: first.isPending,
    isPrevious: first.isPlaceholderData,
    failure: failed === undefined ? null : failureOf(failed.error),
    retry: () => void Promise.all([first, ...later].filter(({ isError }) => isError).map(({ refetch }) => refetch())),
  };
}
