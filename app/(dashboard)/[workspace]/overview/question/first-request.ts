import type { EarlyRequest } from "@/lib/api/client/early-script";
import { readSource } from "@/lib/calls/source-choice";
import { readTimeRange, timeRangeParamsOf } from "@/lib/filter/time-range";
import type { Workspace } from "@/lib/workspace/workspace";
import { comparisons, requestOf, statsBody } from "./prepare-overview-request";

/** Returns the request of the overview at an address, as `useOverview` sends it; null when its filter cannot be asked. */
export function firstOverviewRequest(
  { projectId }: Workspace,
  address: URLSearchParams,
  atMs: number,
): EarlyRequest<"calls.stats"> | null {
  const isTrue = (name: string) => address.get(name)?.toLowerCase() === "true";
  const params = {
    q: address.get("q") ?? "",
    roots: isTrue("roots"),
    source: readSource(address.get("source")),
    playground: isTrue("playground"),
    vs: comparisons.find((comparison) => comparison === address.get("vs")) ?? "previous",
    by: address.get("by") ?? "op",
  };
  const range = readTimeRange(timeRangeParamsOf(address));
  const { body, problems } = statsBody(requestOf(projectId, params, range), atMs);
  // Buckets of days begin at midnight in the zone that times are written in.
  return problems.length > 0 ? null : { operation: "calls.stats", body, isInUtc: true };
}
