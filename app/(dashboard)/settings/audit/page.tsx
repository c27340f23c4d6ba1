import type { Metadata } from "next";
import { requireSession } from "@/app/(dashboard)/require-session";
import { AuditView } from "./audit-view";

export const metadata: Metadata = { title: "Audit log" };

export default async function AuditPage({ searchParams }: PageProps<"/settings/audit">) {
  await requireSession("/settings/audit", await searchParams);
  return <AuditView />;
}
