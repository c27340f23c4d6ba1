import type { Metadata } from "next";
import { requireSession } from "@/app/(dashboard)/require-session";
import { JobsView } from "./jobs-view";

export const metadata: Metadata = { title: "Training jobs" };

export default async function JobsPage({ params, searchParams }: PageProps<"/[workspace]/training">) {
  const { workspace } = await params;
  await requireSession(`/${workspace}/training`, await searchParams);
  return <JobsView />;
}
