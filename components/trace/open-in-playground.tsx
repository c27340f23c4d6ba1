"use client";

import { Play } from "lucide-react";
import Link from "next/link";
import { useWorkspaceSlug } from "@/components/layout/use-workspace";
import { Button } from "@/components/ui/button";

/** Where the request of a model's call can be changed and asked again. */
export function OpenInPlayground({ callId }: { callId: string }) {
  const slug = useWorkspaceSlug();
  if (slug === null) return null;
  return (
    <div className="flex flex-none justify-end px-2 pt-1.5">
      <Button asChild kind="ghost" size="small">
        <Link href={`/${slug}/playground?call=${encodeURIComponent(callId)}`}>
          <Play size={13} strokeWidth={1.7} aria-hidden="true" />
          Open in playground
        </Link>
      </Button>
    </div>
  );
}
