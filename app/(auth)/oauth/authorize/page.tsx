import type { Metadata } from "next";
import { requireSession } from "@/app/(dashboard)/require-session";
import { runningDashboard } from "@/lib/api/server/dashboard/dashboard";
import { pageWorkspaces } from "@/lib/api/server/dashboard/page-session";
import { checkAuthorization } from "@/lib/auth/oauth/authorization-request";
import { ConsentView } from "./consent-view";
import { consentFacts } from "./prepare-consent";
import { RefusedRequestView } from "./refused-request-view";

export const metadata: Metadata = { title: "Connect an agent", referrer: "no-referrer" };

const PATH = "/oauth/authorize";

type SearchParams = Promise<Readonly<Record<string, string | string[] | undefined>>>;

export default async function AuthorizePage({ searchParams }: { searchParams: SearchParams }) {
  const parameters = await searchParams;
  const session = await requireSession(PATH, parameters);
  const { database, environment } = await runningDashboard();
  const search = new URLSearchParams(
    Object.entries(parameters).flatMap(([name, values]) => [values ?? []].flat().map((value) => [name, value])),
  );
  const { request, refused } = await checkAuthorization(database, environment, search);
  if (refused) return <RefusedRequestView {...refused} />;
  const workspaces = (await pageWorkspaces(session)).map(({ id, slug }) => ({ id, slug }));
  const facts = consentFacts(environment.publicUrl, request, session.user);
  return <ConsentView facts={facts} request={String(search)} workspaces={workspaces} />;
}
