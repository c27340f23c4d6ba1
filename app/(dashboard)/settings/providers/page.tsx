import type { Metadata } from "next";
import { requireSession } from "@/app/(dashboard)/require-session";
import { ProvidersView } from "./providers-view";

export const metadata: Metadata = { title: "Model providers" };

export default async function ProvidersPage({ searchParams }: PageProps<"/settings/providers">) {
  await requireSession("/settings/providers", await searchParams);
  return <ProvidersView />;
}
