import type { Metadata } from "next";
import { requireSession } from "@/app/(dashboard)/require-session";
import { JobView } from "./job-view";

export const metadata: Metadata = { title: "Training job" };

export default async function JobPage({ params, searchParams }: PageProps<"/[workspace]/training/[jobId]">) {
  const { workspace, jobId } = await params;
  await requireSession(`/${workspace}/training/${jobId}`, await searchParams);
  return <JobView jobId={decodeURIComponent(jobId)} />;
}
