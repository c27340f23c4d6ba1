import type { Metadata } from "next";
import { requireSession } from "../../require-session";
import { TracesView } from "./traces-view";

export const metadata: Metadata = { title: "Traces" };

export default async function TracesPage({ params, searchParams }: PageProps<"/[workspace]/traces">) {
  const { workspace } = await params;
  await requireSession(`/${workspace}/traces`, await searchParams);
  return <TracesView />;
}
