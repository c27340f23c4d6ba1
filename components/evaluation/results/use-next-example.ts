"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useLatest } from "@/components/browser/use-latest";
import { exampleQuery } from "@/components/evaluation/results/use-chosen-example";
import type { ResultsRequest } from "@/components/evaluation/results/use-results";
import { useToast } from "@/components/ui/toast";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import type { EvaluationResultRow, EvaluationResults, ResultFilter } from "@/lib/api/contract/evaluations/results";

/** Kinds of examples that keys move to. */
interface NextExample {
  readonly filter: ResultFilter;
  /** As in `No further failing example`. */
  readonly name: string;
}

/**
 * Moves to the next example of a list that a filter selects, wherever in the list it is. The list stays as it is.
 *
 * @param key the example to start after; null for the start of the list
 */
export function useNextExample(
  connectionId: string,
  request: ResultsRequest,
  key: string | null,
  onChosen: (row: EvaluationResultRow) => void,
) {
  const client = useQueryClient();
  const toast = useToast();
  const asked = JSON.stringify([request, key]);
  const choose = useLatest(({ found }: EvaluationResults, name: string, from: string) => {
    // Another example was chosen, or the list changed, while it was looked for.
    if (from !== asked) return;
    if (!found) toast(`No further ${name}`);
    else onChosen(found.row);
  });
  const { mutate, error } = useMutation({
    mutationFn: async ({ filter, name }: NextExample) => {
      const body = { ...request, limit: 1, find: { key, next: filter } };
      const results = await callOperation(connectionId, "evaluations.results", { body });
      if (results.found) {
        client.setQueryData(exampleQuery(connectionId, request, results.found.row.key).queryKey, results);
      }
      choose(results, name, asked);
    },
  });
  return {
    moveTo: (filter: ResultFilter, name: string) => mutate({ filter, name }),
    problem: error === null ? null : failureOf(error).message,
  };
}
