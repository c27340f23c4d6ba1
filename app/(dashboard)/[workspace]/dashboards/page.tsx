import type { Metadata } from "next";
import { requireSession } from "@/app/(dashboard)/require-session";
import { DashboardsView } from "./dashboards-view";

export const metadata: Metadata = { title: "Dashboards" };

export default async function DashboardsPage({ params, searchParams }: PageProps<"/[workspace]/dashboards">) {
  const { workspace } = await params;
  await requireSession(`/${workspace}/dashboards`, await searchParams);
  return <DashboardsView />;
}
