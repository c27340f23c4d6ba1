import Link from "next/link";
import { Button } from "@/components/ui/button";

/** Leads from an import that is done to its entry in the list, which undoes it. */
export function ReportLink({ slug }: { slug: string }) {
  return (
    <Button asChild kind="ghost">
      <Link href={`/${slug}/import?earlier=true`}>Report and undo</Link>
    </Button>
  );
}
