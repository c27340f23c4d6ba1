import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { Frame } from "@/components/layout/frame";
import { RAIL_COOKIE } from "@/components/layout/personal-cookies";

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const isRail = (await cookies()).get(RAIL_COOKIE)?.value === "rail";
  return <Frame isRailAtFirst={isRail}>{children}</Frame>;
}
