import type { Metadata } from "next";
import { requireSession } from "@/app/(dashboard)/require-session";
import { PlaygroundView } from "./playground-view";

export const metadata: Metadata = { title: "Playground" };

export default async function PlaygroundPage({ params, searchParams }: PageProps<"/[workspace]/playground">) {
  const { workspace } = await params;
  await requireSession(`/${workspace}/playground`, await searchParams);
  return <PlaygroundView />;
}
