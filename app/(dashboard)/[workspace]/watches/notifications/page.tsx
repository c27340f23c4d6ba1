import type { Metadata } from "next";
import { requireSession } from "@/app/(dashboard)/require-session";
import { NotificationsView } from "./notifications-view";

export const metadata: Metadata = { title: "Notifications" };

export default async function NotificationsPage({
  params,
  searchParams,
}: PageProps<"/[workspace]/watches/notifications">) {
  const { workspace } = await params;
  await requireSession(`/${workspace}/watches/notifications`, await searchParams);
  return <NotificationsView />;
}
