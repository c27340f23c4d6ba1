import { type PrefetchedResults, prefetchedOperationIds } from "@/lib/api/contract/app/prefetched-results";
import { runningDashboard } from "@/lib/api/server/dashboard/dashboard";
import { pageSession } from "@/lib/api/server/dashboard/page-session";
import { readForPage } from "./app-relay";

/**
 * Returns the data that every page of the dashboard loads first, so that the page need not request it. Null for a
 * visitor without a session. A failed read is omitted: the page then requests it and reports the failure.
 */
export async function prefetchForPage(): Promise<PrefetchedResults | null> {
  const session = await pageSession();
  if (!session) return null;
  const dashboard = await runningDashboard();
  const readAtMs = dashboard.now().getTime();
  const read = prefetchedOperationIds.map(async (id) => [id, await readForPage(dashboard, session, id)] as const);
  const settled = await Promise.allSettled(read);
  const answers = Object.fromEntries(settled.flatMap((each) => (each.status === "fulfilled" ? [each.value] : [])));
  return { readAtMs, answers };
}
