import type { Metadata } from "next";
import { requireSession } from "@/app/(dashboard)/require-session";
import { WatchesView } from "./watches-view";

export const metadata: Metadata = { title: "Watches" };

export default async function WatchesPage({ params, searchParams }: PageProps<"/[workspace]/watches">) {
  const { workspace } = await params;
  await requireSession(`/${workspace}/watches`, await searchParams);
  return <WatchesView />;
}
