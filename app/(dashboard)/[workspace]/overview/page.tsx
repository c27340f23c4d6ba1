import type { Metadata } from "next";
import { keepTimeRange } from "@/app/(dashboard)/keep-time-range";
import { openDefaultView } from "@/app/(dashboard)/open-default-view";
import { requireSession } from "@/app/(dashboard)/require-session";
import { OverviewView } from "./overview-view";

export const metadata: Metadata = { title: "Overview" };

export default async function OverviewPage({ params, searchParams }: PageProps<"/[workspace]/overview">) {
  const { workspace } = await params;
  const search = await searchParams;
  const session = await requireSession(`/${workspace}/overview`, search);
  await openDefaultView(session, workspace, "overview", search);
  await keepTimeRange(`/${workspace}/overview`, search);
  return <OverviewView />;
}
