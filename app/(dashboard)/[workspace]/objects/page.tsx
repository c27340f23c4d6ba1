import type { Metadata } from "next";
import { requireSession } from "../../require-session";
import { ObjectsView } from "./objects-view";

export const metadata: Metadata = { title: "Objects" };

export default async function ObjectsPage({ params, searchParams }: PageProps<"/[workspace]/objects">) {
  const { workspace } = await params;
  await requireSession(`/${workspace}/objects`, await searchParams);
  return <ObjectsView />;
}
