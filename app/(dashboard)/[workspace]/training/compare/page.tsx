import type { Metadata } from "next";
import { requireSession } from "@/app/(dashboard)/require-session";
import { CompareJobsView } from "./compare-jobs-view";

export const metadata: Metadata = { title: "Compare jobs" };

export default async function CompareJobsPage({ params, searchParams }: PageProps<"/[workspace]/training/compare">) {
  const { workspace } = await params;
  await requireSession(`/${workspace}/training/compare`, await searchParams);
  return <CompareJobsView />;
}
