import type { Metadata } from "next";
import { requireSession } from "@/app/(dashboard)/require-session";
import { CompareView } from "./compare-view";

export const metadata: Metadata = { title: "Compare evaluations" };

export default async function CompareEvaluationsPage({
  params,
  searchParams,
}: PageProps<"/[workspace]/evaluations/compare">) {
  const { workspace } = await params;
  await requireSession(`/${workspace}/evaluations/compare`, await searchParams);
  return <CompareView />;
}
