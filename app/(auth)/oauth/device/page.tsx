import type { Metadata } from "next";
import { requireSession } from "@/app/(dashboard)/require-session";
import { pageWorkspaces } from "@/lib/api/server/dashboard/page-session";
import { DEVICE_PATH } from "@/lib/auth/oauth/device-codes";
import { hasRole } from "@/lib/auth/roles";
import { highestRole } from "@/lib/auth/workspace-roles";
import { DeviceView } from "./device-view";

export const metadata: Metadata = { title: "Connect a program", referrer: "no-referrer" };

type SearchParams = Promise<Readonly<Record<string, string | string[] | undefined>>>;

export default async function DevicePage({ searchParams }: { searchParams: SearchParams }) {
  const parameters = await searchParams;
  const session = await requireSession(DEVICE_PATH, parameters);
  const { user } = session;
  const workspaces = (await pageWorkspaces(session)).map(({ id, slug }) => ({ id, slug }));
  const code = parameters.user_code;
  return (
    <DeviceView
      givenCode={typeof code === "string" ? code : ""}
      account={`${user.name} (${user.email})`}
      canWrite={hasRole(highestRole(user), "member")}
      workspaces={workspaces}
    />
  );
}
