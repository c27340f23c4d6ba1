import type { Metadata } from "next";
import { requireSession } from "@/app/(dashboard)/require-session";
import { WorkspacesView } from "./workspaces-view";

export const metadata: Metadata = { title: "Workspaces" };

export default async function WorkspacesPage({ searchParams }: PageProps<"/settings/workspaces">) {
  await requireSession("/settings/workspaces", await searchParams);
  return <WorkspacesView />;
}
