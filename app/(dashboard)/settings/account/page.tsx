import type { Metadata } from "next";
import { requireSession } from "@/app/(dashboard)/require-session";
import { AccountView } from "./account-view";

export const metadata: Metadata = { title: "Account" };

export default async function AccountPage({ searchParams }: PageProps<"/settings/account">) {
  await requireSession("/settings/account", await searchParams);
  return <AccountView />;
}
