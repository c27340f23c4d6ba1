import type { Metadata } from "next";
import { openDefaultView } from "@/app/(dashboard)/open-default-view";
import { requireSession } from "@/app/(dashboard)/require-session";
import { ObjectsView } from "./objects-view";

export const metadata: Metadata = { title: "Objects" };

export default async function ObjectsPage({ params, searchParams }: PageProps<"/[workspace]/objects">) {
  const { workspace } = await params;
  const search = await searchParams;
  const session = await requireSession(`/${workspace}/objects`, search);
  await openDefaultView(session, workspace, "objects", search);
  return <ObjectsView />;
}
