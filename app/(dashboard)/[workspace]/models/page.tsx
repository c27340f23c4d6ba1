import type { Metadata } from "next";
import { requireSession } from "@/app/(dashboard)/require-session";
import { ModelsView } from "./models-view";

export const metadata: Metadata = { title: "Models" };

export default async function ModelsPage({ params, searchParams }: PageProps<"/[workspace]/models">) {
  const { workspace } = await params;
  await requireSession(`/${workspace}/models`, await searchParams);
  return <ModelsView />;
}
