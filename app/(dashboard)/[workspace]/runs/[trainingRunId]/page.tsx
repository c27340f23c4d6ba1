import type { Metadata } from "next";
import { requireSession } from "@/app/(dashboard)/require-session";
import { RunView } from "./run-view";

export const metadata: Metadata = { title: "Training run" };

export default async function RunPage({ params, searchParams }: PageProps<"/[workspace]/runs/[trainingRunId]">) {
  const { workspace, trainingRunId } = await params;
  await requireSession(`/${workspace}/runs/${trainingRunId}`, await searchParams);
  return <RunView runId={decodeURIComponent(trainingRunId)} />;
}
