import type { Metadata } from "next";
import { requireSession } from "@/app/(dashboard)/require-session";
import { CompareRunsView } from "./compare-runs-view";

export const metadata: Metadata = { title: "Compare runs" };

export default async function CompareRunsPage({ params, searchParams }: PageProps<"/[workspace]/runs/compare">) {
  const { workspace } = await params;
  await requireSession(`/${workspace}/runs/compare`, await searchParams);
  return <CompareRunsView />;
}
