import type { Metadata } from "next";
import { keepTimeRange } from "@/app/(dashboard)/keep-time-range";
import { requireSession } from "@/app/(dashboard)/require-session";
import { IssuesView } from "./issues-view";

export const metadata: Metadata = { title: "Issues" };

export default async function IssuesPage({ params, searchParams }: PageProps<"/[workspace]/issues">) {
  const { workspace } = await params;
  const search = await searchParams;
  await requireSession(`/${workspace}/issues`, search);
  await keepTimeRange(`/${workspace}/issues`, search);
  return <IssuesView />;
}
