import type { Metadata } from "next";
import { requireSession } from "@/app/(dashboard)/require-session";
import { ReviewView } from "./review-view";

export const metadata: Metadata = { title: "Review queue" };

export default async function ReviewQueuePage({ params, searchParams }: PageProps<"/[workspace]/review/[queueId]">) {
  const { workspace, queueId } = await params;
  await requireSession(`/${workspace}/review/${queueId}`, await searchParams);
  return <ReviewView queueId={decodeURIComponent(queueId)} />;
}
