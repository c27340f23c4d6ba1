import type { Metadata } from "next";
import { requireSession } from "../../require-session";
import { ProvidersView } from "./providers-view";

export const metadata: Metadata = { title: "Model providers" };

export default async function ProvidersPage({ searchParams }: PageProps<"/settings/providers">) {
  await requireSession("/settings/providers", await searchParams);
  return <ProvidersView />;
}
