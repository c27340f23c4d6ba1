import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { Frame } from "@/components/layout/frame";
import { KnownAnswers } from "@/components/layout/known-answers";
import { RAIL_COOKIE } from "@/components/layout/personal-cookies";
import { pageFirstAnswers } from "@/lib/api/server/page-first-answers";

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const isRail = (await cookies()).get(RAIL_COOKIE)?.value === "rail";
  return (
    <>
      <KnownAnswers known={await pageFirstAnswers()} />
      <Frame isRailAtFirst={isRail}>{children}</Frame>
    </>
  );
}
