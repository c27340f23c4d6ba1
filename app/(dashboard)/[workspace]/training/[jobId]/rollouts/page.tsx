import type { Metadata } from "next";
import { requireSession } from "@/app/(dashboard)/require-session";
import { RolloutsView } from "./rollouts-view";

export const metadata: Metadata = { title: "Rollouts" };

export default async function RolloutsPage({
  params,
  searchParams,
}: PageProps<"/[workspace]/training/[jobId]/rollouts">) {
  const { workspace, jobId } = await params;
  await requireSession(`/${workspace}/training/${jobId}/rollouts`, await searchParams);
  return <RolloutsView jobId={decodeURIComponent(jobId)} />;
}
