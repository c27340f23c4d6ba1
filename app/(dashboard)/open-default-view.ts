import { redirect } from "next/navigation";
import { openedQuery } from "@/lib/address/view-query";
import { pageDefaultView } from "@/lib/api/server/dashboard/page-session";
import type { LiveSession } from "@/lib/database/sessions";

type SearchParams = Readonly<Record<string, string | string[] | undefined>>;

/**
 * Redirects a visitor who opened a list page without search parameters to their default view. Any search parameters are
 * respected.
 *
 * @param page the page's part of the URL: `traces`
 */
export async function openDefaultView(
  session: LiveSession,
  workspaceSlug: string,
  page: string,
  searchParams: SearchParams,
): Promise<void> {
  if (Object.keys(searchParams).length > 0) return;
  const query = await pageDefaultView(session, workspaceSlug, page);
  if (query) redirect(`/${encodeURIComponent(workspaceSlug)}/${page}?${openedQuery(page, query)}`);
}
