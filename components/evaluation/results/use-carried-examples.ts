"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { MAX_CARRIED_ROWS, newEvaluationOfRows } from "@/lib/address/carried-rows";
import { failureOf } from "@/lib/api/client/request-failure";
import type { EvaluationResultRow } from "@/lib/api/contract/evaluations/results";
import { exampleRows } from "@/lib/evaluation/runs/example-rows";
import { readWholeResults } from "@/lib/evaluation/runs/read-whole-results";
import type { Workspace } from "@/lib/workspace/workspace";
import type { ResultsRequest } from "./use-results";

/**
 * Takes the examples that a request selects to a new evaluation, with all their columns.
 *
 * @param name the proposed name of a table of them
 * @param count how many it selects
 */
export function useCarriedExamples(
  { connectionId, slug }: Workspace,
  { name, request, count }: { readonly name: string; readonly request: ResultsRequest; readonly count: number },
) {
  const router = useRouter();
  const stop = useRef<AbortController | null>(null);
  // The outside system is the service, which still reads when the page is left.
  useEffect(() => () => stop.current?.abort(), []);
  const reading = useMutation({
    mutationFn: async () => {
      stop.current = new AbortController();
      const results: EvaluationResultRow[] = [];
      for await (const page of readWholeResults(connectionId, request, stop.current.signal)) {
        results.push(...page);
        if (results.length >= MAX_CARRIED_ROWS) break;
      }
      return exampleRows(results.slice(0, MAX_CARRIED_ROWS)).rows;
    },
    onSuccess: (rows) => {
      if (rows.length === 0) return;
      router.push(newEvaluationOfRows(slug, { name, rows, leftOut: count - rows.length, messages: null }));
    },
  });
  return {
    carry: () => reading.mutate(),
    isBusy: reading.isPending,
    message: reading.isError
      ? `The rows could not be read: ${failureOf(reading.error).message}`
      : reading.data?.length === 0
        ? "None of the rows is left: they were deleted."
        : null,
  };
}
