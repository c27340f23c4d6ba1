import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { WORKSPACE_COOKIE } from "@/components/layout/personal-cookies";
import { runningDashboard } from "@/lib/api/server/dashboard";
import { pageSession } from "@/lib/api/server/page-session";
import { listWorkspaces } from "@/lib/database/workspaces";

/** The start: the workspace that was open last, else the first, else the place where one is made. */
export default async function StartPage() {
  if (!(await pageSession())) redirect("/sign-in");
  const workspaces = await listWorkspaces((await runningDashboard()).database);
  const last = (await cookies()).get(WORKSPACE_COOKIE)?.value;
  const workspace = workspaces.find((candidate) => candidate.slug === last) ?? workspaces[0];
  redirect(workspace ? `/${workspace.slug}/traces` : "/settings/workspaces");
}
