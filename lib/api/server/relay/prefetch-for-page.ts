import { type PrefetchedResults, prefetchedOperationIds } from "@/lib/api/contract/app/prefetched-results";
import { runningDashboard } from "@/lib/api/server/dashboard/dashboard";
import { pageSession } from "@/lib/api/server/dashboard/page-session";
import { readForPage } from "./app-relay";

/**
 * What every page of the dashboard asks for at its start, so that the page need not ask. Null for a visitor without a
 * session. An answer that fails is left out: the page then asks for it and says why it failed.
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
