import type { Metadata } from "next";
import { keepTimeRange } from "@/app/(dashboard)/keep-time-range";
import { requireSession } from "@/app/(dashboard)/require-session";
import { DashboardView } from "./dashboard-view";

export const metadata: Metadata = { title: "Dashboard" };

export default async function DashboardPage({
  params,
  searchParams,
}: PageProps<"/[workspace]/dashboards/[dashboardId]">) {
  const { workspace, dashboardId } = await params;
  const search = await searchParams;
  await requireSession(`/${workspace}/dashboards/${dashboardId}`, search);
  await keepTimeRange(`/${workspace}/dashboards/${dashboardId}`, search);
  return <DashboardView dashboardId={decodeURIComponent(dashboardId)} />;
}
