import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { StartView } from "@/components/start/start-view";
import { pageWorkspaces } from "@/lib/api/server/dashboard/page-session";
import { WORKSPACE_COOKIE } from "@/lib/workspace/personal-cookies";
import { requireSession } from "./require-session";

/** Opens the last workspace of this browser, else the first one, else the page that creates one. */
export default async function StartPage() {
  const workspaces = await pageWorkspaces(await requireSession("/"));
  const last = (await cookies()).get(WORKSPACE_COOKIE)?.value;
  const workspace = workspaces.find((candidate) => candidate.slug === last) ?? workspaces[0];
  if (workspace) redirect(`/${workspace.slug}/traces`);
  return <StartView />;
}
