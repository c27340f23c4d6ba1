import type { Metadata } from "next";
import { requireSession } from "../../require-session";
import { ThreadsView } from "./threads-view";

export const metadata: Metadata = { title: "Threads" };

export default async function ThreadsPage({ params, searchParams }: PageProps<"/[workspace]/threads">) {
  const { workspace } = await params;
  await requireSession(`/${workspace}/threads`, await searchParams);
  return <ThreadsView />;
}
