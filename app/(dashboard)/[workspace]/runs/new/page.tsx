import type { Metadata } from "next";
import { requireSession } from "@/app/(dashboard)/require-session";
import { NewRunView } from "./new-run-view";

export const metadata: Metadata = { title: "New training run" };

export default async function NewRunPage({ params, searchParams }: PageProps<"/[workspace]/runs/new">) {
  const { workspace } = await params;
  await requireSession(`/${workspace}/runs/new`, await searchParams);
  return <NewRunView />;
}
