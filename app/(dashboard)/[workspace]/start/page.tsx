import type { Metadata } from "next";
import { requireSession } from "@/app/(dashboard)/require-session";
import { WorkspaceStartView } from "./workspace-start-view";

export const metadata: Metadata = { title: "Get started" };

export default async function WorkspaceStartPage({ params, searchParams }: PageProps<"/[workspace]/start">) {
  const { workspace } = await params;
  await requireSession(`/${workspace}/start`, await searchParams);
  return <WorkspaceStartView />;
}
