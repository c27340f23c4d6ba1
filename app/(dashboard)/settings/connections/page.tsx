import type { Metadata } from "next";
import { requireSession } from "@/app/(dashboard)/require-session";
import { ConnectionsView } from "./connections-view";

export const metadata: Metadata = { title: "Connections" };

export default async function ConnectionsPage({ searchParams }: PageProps<"/settings/connections">) {
  await requireSession("/settings/connections", await searchParams);
  return <ConnectionsView />;
}
