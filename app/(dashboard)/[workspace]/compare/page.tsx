import type { Metadata } from "next";
import { requireSession } from "@/app/(dashboard)/require-session";
import { CompareView } from "./compare-view";

export const metadata: Metadata = { title: "Compare" };

export default async function ComparePage({ params, searchParams }: PageProps<"/[workspace]/compare">) {
  const { workspace } = await params;
  await requireSession(`/${workspace}/compare`, await searchParams);
  return <CompareView />;
}
