"use client";

import { GitCompareArrows } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { Workspace } from "@/components/layout/use-workspace";
import { Button } from "@/components/ui/button";
import type { Call } from "@/lib/api/contract/calls";
import { CompareDialog } from "./compare-dialog";
import { compareHref } from "./compare-href";

/** The way from a call to what it can be compared with. */
export function CompareWith({ workspace, call }: { workspace: Workspace; call: Call }) {
  const router = useRouter();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        onClick={() => setIsOpen(true)}
        icon={<GitCompareArrows size={14} strokeWidth={1.7} aria-hidden="true" />}
      >
        <span className="max-md:sr-only">Compare with</span>
      </Button>
      <CompareDialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        workspace={workspace}
        kind="calls"
        like={call}
        taken={[call.id]}
        onPick={(ids) => router.push(compareHref(workspace.slug, "calls", [call.id, ...ids]))}
      />
    </>
  );
}
