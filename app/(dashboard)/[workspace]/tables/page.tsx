import type { Metadata } from "next";
import { requireSession } from "@/app/(dashboard)/require-session";
import { TablesView } from "./tables-view";

export const metadata: Metadata = { title: "Tables" };

export default async function TablesPage({ params, searchParams }: PageProps<"/[workspace]/tables">) {
  const { workspace } = await params;
  await requireSession(`/${workspace}/tables`, await searchParams);
  return <TablesView />;
}
