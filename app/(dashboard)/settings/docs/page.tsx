import { redirect } from "next/navigation";

/** Redirects to the first guide. */
export default function GuidesPage() {
  redirect("/settings/docs/mcp");
}
