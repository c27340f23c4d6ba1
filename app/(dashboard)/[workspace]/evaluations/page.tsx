import type { Metadata } from "next";
import { requireSession } from "@/app/(dashboard)/require-session";
import { EvaluationsView } from "./evaluations-view";

export const metadata: Metadata = { title: "Evaluations" };

export default async function EvaluationsPage({ params, searchParams }: PageProps<"/[workspace]/evaluations">) {
  const { workspace } = await params;
  await requireSession(`/${workspace}/evaluations`, await searchParams);
  return <EvaluationsView />;
}
