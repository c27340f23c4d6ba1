import type { EarlyRequest } from "@/lib/api/client/early-script";
import { compileSelection } from "@/lib/calls/calls-query";
import { pageBody } from "@/lib/calls/calls-request";
import { appliedSource, readSource } from "@/lib/calls/source-choice";
import { readTimeRange, timeRangeParamsOf } from "@/lib/filter/time-range";
import { parseSort } from "@/lib/table/sort";
import type { Workspace } from "@/lib/workspace/workspace";
import { FIRST_LIST, listSelection, NEWEST_FIRST } from "./list-opening";

/** Returns the request for the first calls of the list at an address, as `useFirstCalls` sends it. */
export function firstTracesRequest(
  workspace: Workspace,
  address: URLSearchParams,
  atMs: number,
): EarlyRequest<"calls.streamQuery"> {
  const { projectId } = workspace;
  const question = {
    projectId,
    query: address.get("q") ?? "",
    source: appliedSource(workspace, readSource(address.get("source"))),
    grain: address.get("grain") === "all" ? ("all" as const) : ("roots" as const),
    range: readTimeRange(timeRangeParamsOf(address)),
  };
  const selection = compileSelection(listSelection(question, atMs));
  const sort = parseSort(address.get("sort") ?? "") ?? NEWEST_FIRST;
  const page = { offset: 0, limit: FIRST_LIST.firstLimit, newestAt: null };
  return { operation: "calls.streamQuery", body: pageBody(projectId, selection, sort, page) };
}
