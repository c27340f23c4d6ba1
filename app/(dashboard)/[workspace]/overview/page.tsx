import type { Metadata } from "next";
import { requireSession } from "../../require-session";
import { OverviewView } from "./overview-view";

export const metadata: Metadata = { title: "Overview" };

export default async function OverviewPage({ params, searchParams }: PageProps<"/[workspace]/overview">) {
  const { workspace } = await params;
  await requireSession(`/${workspace}/overview`, await searchParams);
  return <OverviewView />;
}
