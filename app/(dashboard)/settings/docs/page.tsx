import { redirect } from "next/navigation";
import { FIRST_GUIDE, guideHref } from "./guides";

/** Redirects to the first guide. */
export default function GuidesPage() {
  redirect(guideHref(FIRST_GUIDE));
}
