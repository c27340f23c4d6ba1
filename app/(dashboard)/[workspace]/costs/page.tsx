import type { Metadata } from "next";
import { requireSession } from "@/app/(dashboard)/require-session";
import { CostsView } from "./costs-view";

export const metadata: Metadata = { title: "Costs" };

export default async function CostsPage({ params, searchParams }: PageProps<"/[workspace]/costs">) {
  const { workspace } = await params;
  await requireSession(`/${workspace}/costs`, await searchParams);
  return <CostsView />;
}
