import type { Metadata } from "next";
import { requireSession } from "@/app/(dashboard)/require-session";
import { CheckpointEvaluationView } from "./checkpoint-evaluation-view";

export const metadata: Metadata = { title: "Evaluation of checkpoints" };

export default async function CheckpointEvaluationPage({
  params,
  searchParams,
}: PageProps<"/[workspace]/models/[modelId]/evaluation">) {
  const { workspace, modelId } = await params;
  await requireSession(`/${workspace}/models/${modelId}/evaluation`, await searchParams);
  return <CheckpointEvaluationView modelId={decodeURIComponent(modelId)} />;
}
