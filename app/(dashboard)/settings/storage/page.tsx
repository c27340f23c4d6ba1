import type { Metadata } from "next";
import { requireSession } from "@/app/(dashboard)/require-session";
import { StorageView } from "./storage-view";

export const metadata: Metadata = { title: "Storage" };

export default async function StoragePage({ searchParams }: PageProps<"/settings/storage">) {
  await requireSession("/settings/storage", await searchParams);
  return <StorageView />;
}
