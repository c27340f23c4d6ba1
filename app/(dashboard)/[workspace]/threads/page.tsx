import type { Metadata } from "next";
import { keepTimeRange } from "@/app/(dashboard)/keep-time-range";
import { openDefaultView } from "@/app/(dashboard)/open-default-view";
import { requireSession } from "@/app/(dashboard)/require-session";
import { ThreadsView } from "./threads-view";

export const metadata: Metadata = { title: "Threads" };

export default async function ThreadsPage({ params, searchParams }: PageProps<"/[workspace]/threads">) {
  const { workspace } = await params;
  const search = await searchParams;
  const session = await requireSession(`/${workspace}/threads`, search);
  await openDefaultView(session, workspace, "threads", search);
  await keepTimeRange(`/${workspace}/threads`, search);
  return <ThreadsView />;
}
