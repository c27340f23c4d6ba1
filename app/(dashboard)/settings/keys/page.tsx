import type { Metadata } from "next";
import { requireSession } from "@/app/(dashboard)/require-session";
import { KeysView } from "./keys-view";

export const metadata: Metadata = { title: "API keys" };

export default async function KeysPage({ searchParams }: PageProps<"/settings/keys">) {
  await requireSession("/settings/keys", await searchParams);
  return <KeysView />;
}
