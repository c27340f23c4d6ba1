import type { Metadata } from "next";
import { requireSession } from "@/app/(dashboard)/require-session";
import { SharingView } from "./sharing-view";

export const metadata: Metadata = { title: "Share links" };

export default async function SharingPage({ searchParams }: PageProps<"/settings/sharing">) {
  await requireSession("/settings/sharing", await searchParams);
  return <SharingView />;
}
