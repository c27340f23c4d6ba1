"use client";

import { Play } from "lucide-react";
import { useRouter } from "next/navigation";
import { useKeys } from "@/components/keyboard/use-keys";
import { useWorkspaceSlug } from "@/components/session/use-workspace";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";

/** A link that opens a model call's request in the playground, to edit and run it. */
export function OpenInPlayground({ callId }: { callId: string }) {
  const router = useRouter();
  const slug = useWorkspaceSlug();
  const href = slug === null ? null : `/${slug}/playground?call=${encodeURIComponent(callId)}`;
  useKeys("call", href === null ? {} : { p: () => router.push(href) });
  if (href === null) return null;
  return (
    <Button asChild size="small">
      <Link href={href}>
        <Play size={13} strokeWidth={1.7} aria-hidden="true" />
        Open in playground
      </Link>
    </Button>
  );
}
