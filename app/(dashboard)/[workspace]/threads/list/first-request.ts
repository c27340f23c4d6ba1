import type { EarlyRequest } from "@/lib/api/client/early-script";
import { appliedSource, readSource } from "@/lib/calls/source-choice";
import { readTimeRange, resolveTimeRange, timeRangeParamsOf } from "@/lib/filter/time-range";
import { fetchWindowOf } from "@/lib/table/row-window";
import { parseSort } from "@/lib/table/sort";
import { threadsQuery } from "@/lib/thread/threads-query";
import { DEFAULT_SORT, threadsBody } from "@/lib/thread/threads-request";
import type { Workspace } from "@/lib/workspace/workspace";

/**
 * Returns the request for the threads at an address, as `useThreads` sends it; null for a part of them, and where the
 * page first asks whether the service knows the conditions.
 */
export function firstThreadsRequest(
  workspace: Workspace,
  address: URLSearchParams,
  atMs: number,
): EarlyRequest<"threads.streamQuery"> | null {
  const { projectId, knowsSources } = workspace;
  const source = appliedSource(workspace, readSource(address.get("source")));
  const { threadIds, calls } = threadsQuery(address.get("q") ?? "", { projectId, source });
  const isPart = address.has("offset") || address.has("limit");
  if (isPart || threadIds?.length === 0 || (calls.length > 0 && knowsSources !== true)) return null;
  const range = readTimeRange(timeRangeParamsOf(address));
  const selection = { projectId, threadIds, calls, ...resolveTimeRange(range, atMs) };
  const sort = parseSort(address.get("sort") ?? "") ?? DEFAULT_SORT;
  return { operation: "threads.streamQuery", body: threadsBody(selection, sort, fetchWindowOf(0, null)) };
}
