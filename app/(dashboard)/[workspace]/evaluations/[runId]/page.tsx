import type { Metadata } from "next";
import { requireSession } from "@/app/(dashboard)/require-session";
import { EvaluationView } from "./evaluation-view";

export const metadata: Metadata = { title: "Evaluation" };

export default async function EvaluationPage({ params, searchParams }: PageProps<"/[workspace]/evaluations/[runId]">) {
  const { workspace, runId } = await params;
  await requireSession(`/${workspace}/evaluations/${runId}`, await searchParams);
  return <EvaluationView runId={decodeURIComponent(runId)} />;
}
