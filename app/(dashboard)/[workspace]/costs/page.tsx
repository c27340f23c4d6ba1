import type { Metadata } from "next";
import { keepTimeRange } from "@/app/(dashboard)/keep-time-range";
import { requireSession } from "@/app/(dashboard)/require-session";
import { CostsView } from "./costs-view";

export const metadata: Metadata = { title: "Costs" };

export default async function CostsPage({ params, searchParams }: PageProps<"/[workspace]/costs">) {
  const { workspace } = await params;
  const search = await searchParams;
  await requireSession(`/${workspace}/costs`, search);
  await keepTimeRange(`/${workspace}/costs`, search);
  return <CostsView />;
}
