import { redirect } from "next/navigation";

/** Redirects to the first section of the settings; without this page the path would be taken for a workspace. */
export default function SettingsPage() {
  redirect("/settings/connections");
}
