import type { Metadata } from "next";
import { requireSession } from "@/app/(dashboard)/require-session";
import { ChannelsView } from "./channels-view";

export const metadata: Metadata = { title: "Channels" };

export default async function ChannelsPage({ params, searchParams }: PageProps<"/[workspace]/watches/channels">) {
  const { workspace } = await params;
  await requireSession(`/${workspace}/watches/channels`, await searchParams);
  return <ChannelsView />;
}
