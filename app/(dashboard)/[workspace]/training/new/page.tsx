import type { Metadata } from "next";
import { requireSession } from "@/app/(dashboard)/require-session";
import { NewJobView } from "./new-job-view";

export const metadata: Metadata = { title: "New training job" };

export default async function NewJobPage({ params, searchParams }: PageProps<"/[workspace]/training/new">) {
  const { workspace } = await params;
  await requireSession(`/${workspace}/training/new`, await searchParams);
  return <NewJobView />;
}
