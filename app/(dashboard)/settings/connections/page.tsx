import type { Metadata } from "next";
import { requireSession } from "../../require-session";
import { ConnectionsView } from "./connections-view";

export const metadata: Metadata = { title: "Connections" };

export default async function ConnectionsPage({ searchParams }: PageProps<"/settings/connections">) {
  await requireSession("/settings/connections", await searchParams);
  return <ConnectionsView />;
}
