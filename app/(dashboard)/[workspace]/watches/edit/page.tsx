import type { Metadata } from "next";
import { requireSession } from "@/app/(dashboard)/require-session";
import { WatchView } from "./watch-view";

export const metadata: Metadata = { title: "Watch" };

export default async function WatchPage({ params, searchParams }: PageProps<"/[workspace]/watches/edit">) {
  const { workspace } = await params;
  await requireSession(`/${workspace}/watches/edit`, await searchParams);
  return <WatchView />;
}
