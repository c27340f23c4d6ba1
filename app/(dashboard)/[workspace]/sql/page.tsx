import type { Metadata } from "next";
import { keepTimeRange } from "@/app/(dashboard)/keep-time-range";
import { openDefaultView } from "@/app/(dashboard)/open-default-view";
import { requireSession } from "@/app/(dashboard)/require-session";
import { SqlView } from "./sql-view";

export const metadata: Metadata = { title: "SQL" };

export default async function SqlPage({ params, searchParams }: PageProps<"/[workspace]/sql">) {
  const { workspace } = await params;
  const search = await searchParams;
  const session = await requireSession(`/${workspace}/sql`, search);
  await openDefaultView(session, workspace, "sql", search);
  await keepTimeRange(`/${workspace}/sql`, search);
  return <SqlView />;
}
