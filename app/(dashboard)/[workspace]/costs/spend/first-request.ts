import type { EarlyRequest } from "@/lib/api/client/early-script";
import { readSource } from "@/lib/calls/source-choice";
import { readTimeRange, timeRangeParamsOf } from "@/lib/filter/time-range";
import type { Workspace } from "@/lib/workspace/workspace";
import { spendBody, spendGroupings } from "./prepare-spend";

/** All other parameters are those of the prices: see `costsViewOf`. */
const OF_SPEND: ReadonlySet<string> = new Set(["by", "source", "audit", "t", "from", "to"]);

/** Returns the request for the spend at an address, as `useSpend` sends it; null for an address of the prices. */
export function firstCostsRequest(
  { projectId }: Workspace,
  address: URLSearchParams,
  atMs: number,
): EarlyRequest<"calls.stats"> | null {
  if (address.get("view") !== "spend" && [...address.keys()].some((name) => !OF_SPEND.has(name))) return null;
  const name = spendGroupings.find((grouping) => grouping === address.get("by")) ?? "model";
  const range = readTimeRange(timeRangeParamsOf(address));
  const question = { projectId, name, range, source: readSource(address.get("source")) };
  return { operation: "calls.stats", body: spendBody(question, atMs) };
}
