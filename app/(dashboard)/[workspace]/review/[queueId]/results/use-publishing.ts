"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { useToast } from "@/components/ui/toast";
import { failureOf } from "@/lib/api/client/request-failure";
import type { AnnotationQueue } from "@/lib/api/contract/feedback/annotation-queues";
import { countOf } from "@/lib/format/count";
import { publishResults, type ResultUse } from "@/lib/review/publish-results";
import type { ItemResult } from "@/lib/review/results";
import type { Workspace } from "@/lib/workspace/workspace";

const EMPTY_WORDS: Readonly<Record<ResultUse["kind"], string>> = {
  dataset: "No rows: the reviewed calls were deleted.",
  pairs: "No pairs: a pair needs a corrected output, or two items with the same input and different answers.",
  best: "No rows: no prompt has an answer that was labeled better than the least.",
};

/** Stores results as a dataset, and opens it. */
export function usePublishing(workspace: Workspace, queue: AnnotationQueue, results: readonly ItemResult[]) {
  const { connectionId, projectId, slug } = workspace;
  const router = useRouter();
  const toast = useToast();
  const queryClient = useQueryClient();
  const stop = useRef<AbortController | null>(null);
  // The outside system is the service, which still reads when the page is left.
  useEffect(() => () => stop.current?.abort(), []);
  const change = useMutation({
    mutationFn: (use: ResultUse) => {
      stop.current = new AbortController();
      return publishResults({ connectionId, projectId, signal: stop.current.signal }, queue.name, results, use);
    },
    onSuccess: (published) => {
      if (published === null) return;
      const { name, version, table, rowCount, choice } = published;
      void queryClient.invalidateQueries({ queryKey: ["service", connectionId, "objs.query"] });
      toast(`${countOf(rowCount, "row")} stored in ${name}${choice === null ? "" : `: ${choice}`}`);
      router.push(`/${slug}/tables?${new URLSearchParams({ digest: table, dataset: `${name}:${version}` })}`);
    },
  });
  const isEmpty = change.data === null;
  return {
    publish: change.mutate,
    isBusy: change.isPending,
    isFailure: change.isError,
    message: change.isError
      ? `Nothing was stored: ${failureOf(change.error).message}`
      : isEmpty
        ? EMPTY_WORDS[change.variables?.kind ?? "dataset"]
        : null,
  };
}
