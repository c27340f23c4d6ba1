import type { Metadata } from "next";
import { requireSession } from "@/app/(dashboard)/require-session";
import { ArenaView } from "./arena-view";

export const metadata: Metadata = { title: "Checkpoint arena" };

export default async function ArenaPage({ params, searchParams }: PageProps<"/[workspace]/models/[modelId]/arena">) {
  const { workspace, modelId } = await params;
  await requireSession(`/${workspace}/models/${modelId}/arena`, await searchParams);
  return <ArenaView modelId={decodeURIComponent(modelId)} />;
}
