import type { Metadata } from "next";
import { requireSession } from "@/app/(dashboard)/require-session";
import { textOfSegment } from "@/lib/address/path-segment";
import { ThreadView } from "./thread-view";

export const metadata: Metadata = { title: "Thread" };

export default async function ThreadPage({ params, searchParams }: PageProps<"/[workspace]/threads/[threadId]">) {
  const { workspace, threadId } = await params;
  await requireSession(`/${workspace}/threads/${threadId}`, await searchParams);
  return <ThreadView threadId={textOfSegment(threadId)} />;
}
