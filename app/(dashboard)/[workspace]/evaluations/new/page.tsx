import type { Metadata } from "next";
import { requireSession } from "@/app/(dashboard)/require-session";
import { NewEvaluationView } from "./new-evaluation-view";

export const metadata: Metadata = { title: "New evaluation" };

export default async function NewEvaluationPage({ params, searchParams }: PageProps<"/[workspace]/evaluations/new">) {
  const { workspace } = await params;
  await requireSession(`/${workspace}/evaluations/new`, await searchParams);
  return <NewEvaluationView />;
}
