import { redirect } from "next/navigation";

/** Settings open at their first part; without this page the address would be taken for a workspace. */
export default function SettingsPage() {
  redirect("/settings/connections");
}
