import type { Metadata } from "next";
import { keepTimeRange } from "@/app/(dashboard)/keep-time-range";
import { openDefaultView } from "@/app/(dashboard)/open-default-view";
import { requireSession } from "@/app/(dashboard)/require-session";
import { TracesView } from "./traces-view";

export const metadata: Metadata = { title: "Traces" };

export default async function TracesPage({ params, searchParams }: PageProps<"/[workspace]/traces">) {
  const { workspace } = await params;
  const search = await searchParams;
  const session = await requireSession(`/${workspace}/traces`, search);
  await openDefaultView(session, workspace, "traces", search);
  await keepTimeRange(`/${workspace}/traces`, search);
  return <TracesView />;
}
