"use client";

import { useQuery } from "@tanstack/react-query";
import {
  alignToolCalls,
  type ToolLine,
} from "@/app/(dashboard)/[workspace]/evaluations/compare/tools/align-tool-calls";
import { readToolCalls, type ToolCall } from "@/app/(dashboard)/[workspace]/evaluations/compare/tools/read-tool-calls";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQueryKey } from "@/lib/api/client/service-query-key";
import type { EvaluationTrial } from "@/lib/api/contract/evaluations/results";
import type { Workspace } from "@/lib/workspace/workspace";

/** The tool calls of compared trials, aligned. */
export interface ComparedTools {
  readonly lines: readonly ToolLine<ToolCall>[];
  readonly isPending: boolean;
  readonly isCut: boolean;
  /** Why they are not known. */
  readonly problem: string | null;
  readonly retry: () => void;
}

/**
 * The tool calls of the shown trial of each run.
 *
 * @param trials by run, undefined for a run without the example
 */
export function useToolCalls(
  { connectionId, projectId }: Workspace,
  trials: readonly (EvaluationTrial | undefined)[],
): ComparedTools {
  const known = trials.filter((trial) => trial !== undefined);
  const ids = known.map(({ call_id: id }) => id);
  const query = useQuery({
    queryKey: serviceQueryKey(connectionId, "calls.streamQuery", { projectId, toolsOf: ids }),
    queryFn: ({ signal }) => readToolCalls({ connectionId, projectId, signal }, known),
    enabled: ids.length > 0,
  });
  const { data } = query;
  return {
    lines: alignToolCalls(trials.map((trial) => data?.byTrial.get(trial?.call_id ?? "") ?? null)),
    isPending: query.isLoading,
    isCut: data?.isCut ?? false,
    problem: query.error === null ? null : failureOf(query.error).message,
    retry: () => void query.refetch(),
  };
}
