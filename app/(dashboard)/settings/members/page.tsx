import type { Metadata } from "next";
import { requireSession } from "@/app/(dashboard)/require-session";
import { MembersView } from "./members-view";

export const metadata: Metadata = { title: "Members" };

export default async function MembersPage({ searchParams }: PageProps<"/settings/members">) {
  await requireSession("/settings/members", await searchParams);
  return <MembersView />;
}
