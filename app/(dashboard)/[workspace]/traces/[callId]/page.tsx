import type { Metadata } from "next";
import { requireSession } from "@/app/(dashboard)/require-session";
import { TraceView } from "./trace-view";

export const metadata: Metadata = { title: "Trace" };

export default async function TracePage({ params, searchParams }: PageProps<"/[workspace]/traces/[callId]">) {
  const { workspace, callId } = await params;
  await requireSession(`/${workspace}/traces/${callId}`, await searchParams);
  return <TraceView callId={decodeURIComponent(callId)} />;
}
