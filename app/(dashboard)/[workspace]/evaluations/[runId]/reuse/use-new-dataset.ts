"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { RunExamples } from "@/app/(dashboard)/[workspace]/evaluations/[runId]/examples/use-run-examples";
import { useToast } from "@/components/ui/toast";
import { callOperation } from "@/lib/api/client/service-client";
import { serviceQueryKey } from "@/lib/api/client/service-query-key";
import type { EvaluationResultRow } from "@/lib/api/contract/evaluations/results";
import { publishDataset, publishTable } from "@/lib/dataset/publish-table";
import { exampleRows } from "@/lib/evaluation/runs/example-rows";
import { selectionRequest } from "@/lib/evaluation/runs/example-selection";
import { readWholeResults } from "@/lib/evaluation/runs/read-whole-results";
import { countOf } from "@/lib/format/count";
import type { Workspace } from "@/lib/workspace/workspace";

/** An example of a list. */
export interface ListedExample {
  readonly key: string;
  readonly index: number;
}

/** Creates a dataset version from the selected examples, or from one of them, and opens it. */
export function useNewDataset(workspace: Workspace, { selection, request }: RunExamples, only: ListedExample | null) {
  const { connectionId, projectId, slug } = workspace;
  const queries = useQueryClient();
  const router = useRouter();
  const toast = useToast();
  const [readCount, setReadCount] = useState(0);
  const creating = useMutation({
    mutationFn: async (name: string) => {
      setReadCount(0);
      // A request that was sent is not aborted, since that could leave rows without a name.
      const { signal } = new AbortController();
      const results: EvaluationResultRow[] = [];
      if (only === null) {
        for await (const page of readWholeResults(connectionId, selectionRequest(projectId, selection), signal)) {
          results.push(...page);
          setReadCount(results.length);
        }
      } else {
        const body = { ...request, texts: "whole" as const, limit: 1, offset: only.index };
        const { rows } = await callOperation(connectionId, "evaluations.results", { body, signal });
        results.push(...rows.filter(({ key }) => key === only.key));
        if (results.length === 0) throw new Error("The list has changed. Choose the example again.");
      }
      const { rows, deletedCount } = exampleRows(results);
      if (rows.length === 0) throw new Error("None of the examples is left: their rows were deleted.");
      const digest = await publishTable(workspace, rows, signal, () => undefined);
      const dataset = `${name}:${await publishDataset(workspace, name, digest, signal)}`;
      return { digest, dataset, rowCount: rows.length, deletedCount };
    },
    onSuccess: async ({ digest, dataset, rowCount, deletedCount }) => {
      await queries.invalidateQueries({ queryKey: serviceQueryKey(connectionId, "objs.query", null).slice(0, 3) });
      const left = deletedCount === 0 ? "" : `; ${countOf(deletedCount, "deleted row")} left out`;
      toast(`Created ${dataset.split(":")[0]} with ${countOf(rowCount, "row")}${left}`);
      router.push(`/${slug}/tables?${new URLSearchParams({ digest, dataset })}`);
    },
  });
  return { creating, readCount };
}
