import type { Metadata } from "next";
import { requireSession } from "@/app/(dashboard)/require-session";
import { ScoringView } from "./scoring-view";

export const metadata: Metadata = { title: "Scoring" };

export default async function ScoringPage({ params, searchParams }: PageProps<"/[workspace]/evaluations/scoring">) {
  const { workspace } = await params;
  await requireSession(`/${workspace}/evaluations/scoring`, await searchParams);
  return <ScoringView />;
}
