import type { Metadata } from "next";
import { requireSession } from "@/app/(dashboard)/require-session";
import { runningDashboard } from "@/lib/api/server/dashboard/dashboard";
import { AgentsView } from "./agents-view";

export const metadata: Metadata = { title: "Agents" };

export default async function AgentsPage({ searchParams }: PageProps<"/settings/agents">) {
  await requireSession("/settings/agents", await searchParams);
  const { environment } = await runningDashboard();
  return <AgentsView publicUrl={environment.publicUrl} />;
}
