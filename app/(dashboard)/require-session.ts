import { redirect } from "next/navigation";
import { pageSession } from "@/lib/api/server/dashboard/page-session";
import type { LiveSession } from "@/lib/database/sessions";

type SearchParams = Readonly<Record<string, string | string[] | undefined>>;

/** The session of the page's visitor; without one, redirects to sign-in and back to the same URL. */
export async function requireSession(path: string, searchParams: SearchParams = {}): Promise<LiveSession> {
  const session = await pageSession();
  if (session) return session;
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(searchParams)) {
    for (const text of [value ?? []].flat()) search.append(name, text);
  }
  const address = search.size > 0 ? `${path}?${search}` : path;
  redirect(`/sign-in?callbackUrl=${encodeURIComponent(address)}`);
}
