import { redirect } from "next/navigation";
import { pageDefaultView } from "@/lib/api/server/dashboard/page-session";
import type { LiveSession } from "@/lib/database/sessions";

type SearchParams = Readonly<Record<string, string | string[] | undefined>>;

/**
 * Sends a visitor who opened a list page without any search to the view that they chose for it. An address that says
 * what it shows is shown as it is.
 *
 * @param page the page's part of the address: `traces`
 */
export async function openDefaultView(
  session: LiveSession,
  workspaceSlug: string,
  page: string,
  searchParams: SearchParams,
): Promise<void> {
  if (Object.keys(searchParams).length > 0) return;
  const query = await pageDefaultView(workspaceSlug, page, session.user.id);
  if (query) redirect(`/${encodeURIComponent(workspaceSlug)}/${page}?${query}`);
}
