"use client";

import { Link } from "@/components/ui/link";
import { useRefHref } from "./use-ref-href";

/** The text of a ref as a link to its target; plain text where no workspace has its project. */
export function RefText({ text, children }: { text: string; children?: React.ReactNode }) {
  const href = useRefHref()(text);
  const shown = children ?? text;
  if (href === null) return <>{shown}</>;
  return (
    <Link href={href} className="text-accent-text underline decoration-1 underline-offset-2">
      {shown}
    </Link>
  );
}
