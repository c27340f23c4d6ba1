import type { Metadata } from "next";
import { requireSession } from "@/app/(dashboard)/require-session";
import { RunsView } from "./runs-view";

export const metadata: Metadata = { title: "Training runs" };

export default async function RunsPage({ params, searchParams }: PageProps<"/[workspace]/runs">) {
  const { workspace } = await params;
  await requireSession(`/${workspace}/runs`, await searchParams);
  return <RunsView />;
}
