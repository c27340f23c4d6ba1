import type { Metadata } from "next";
import { requireSession } from "@/app/(dashboard)/require-session";
import { MonitorView } from "./monitor-view";

export const metadata: Metadata = { title: "Monitor" };

export default async function MonitorPage({
  params,
  searchParams,
}: PageProps<"/[workspace]/evaluations/scoring/edit">) {
  const { workspace } = await params;
  await requireSession(`/${workspace}/evaluations/scoring/edit`, await searchParams);
  return <MonitorView />;
}
