"use client";

import { Play } from "lucide-react";
import Link from "next/link";
import { useRef } from "react";
import { useKeys } from "@/components/layout/keyboard";
import { useWorkspaceSlug } from "@/components/layout/use-workspace";
import { Button } from "@/components/ui/button";
import { KeyCap } from "@/components/ui/key-cap";

/** Where the request of a model's call can be changed and asked again: a link, and the key P. */
export function OpenInPlayground({ callId }: { callId: string }) {
  const slug = useWorkspaceSlug();
  const link = useRef<HTMLAnchorElement>(null);
  useKeys({ p: () => link.current?.click() });
  if (slug === null) return null;
  return (
    <div className="flex flex-none justify-end px-2 pt-1.5">
      <Button asChild kind="ghost" size="small">
        <Link ref={link} href={`/${slug}/playground?call=${encodeURIComponent(callId)}`}>
          <Play size={13} strokeWidth={1.7} aria-hidden="true" />
          Open in playground
          <KeyCap className="max-md:hidden">P</KeyCap>
        </Link>
      </Button>
    </div>
  );
}
