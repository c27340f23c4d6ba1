import type { Metadata } from "next";
import { requireSession } from "@/app/(dashboard)/require-session";
import { ModelView } from "./model-view";

export const metadata: Metadata = { title: "Model" };

export default async function ModelPage({ params, searchParams }: PageProps<"/[workspace]/models/[modelId]">) {
  const { workspace, modelId } = await params;
  await requireSession(`/${workspace}/models/${modelId}`, await searchParams);
  return <ModelView modelId={decodeURIComponent(modelId)} />;
}
