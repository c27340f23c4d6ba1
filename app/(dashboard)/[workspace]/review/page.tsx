import type { Metadata } from "next";
import { requireSession } from "@/app/(dashboard)/require-session";
import { QueuesView } from "./queues-view";

export const metadata: Metadata = { title: "Review" };

export default async function ReviewPage({ params, searchParams }: PageProps<"/[workspace]/review">) {
  const { workspace } = await params;
  await requireSession(`/${workspace}/review`, await searchParams);
  return <QueuesView />;
}
