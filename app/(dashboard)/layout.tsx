import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { PrefetchedQueries } from "@/components/session/first-answers";
import { Frame } from "@/components/shell/app-shell";
import { prefetchForPage } from "@/lib/api/server/relay/prefetch-for-page";
import { RAIL_COOKIE } from "@/lib/workspace/personal-cookies";

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const rail = (await cookies()).get(RAIL_COOKIE)?.value;
  return (
    <>
      <PrefetchedQueries known={await prefetchForPage()} />
      <Frame chosenRail={rail === "rail" || rail === "full" ? rail : null}>{children}</Frame>
    </>
  );
}
