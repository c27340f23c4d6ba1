import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { PrefetchedQueries } from "@/components/session/first-answers";
import { Frame } from "@/components/shell/app-shell";
import { prefetchForPage } from "@/lib/api/server/relay/prefetch-for-page";
import { RAIL_COOKIE } from "@/lib/workspace/personal-cookies";

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const isRail = (await cookies()).get(RAIL_COOKIE)?.value === "rail";
  return (
    <>
      <PrefetchedQueries known={await prefetchForPage()} />
      <Frame isRailAtFirst={isRail}>{children}</Frame>
    </>
  );
}
