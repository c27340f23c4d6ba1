import type { Metadata } from "next";
import { requireSession } from "@/app/(dashboard)/require-session";
import { ImportView } from "./import-view";

export const metadata: Metadata = { title: "Import" };

export default async function ImportPage({ params, searchParams }: PageProps<"/[workspace]/import">) {
  const { workspace } = await params;
  await requireSession(`/${workspace}/import`, await searchParams);
  return <ImportView />;
}
