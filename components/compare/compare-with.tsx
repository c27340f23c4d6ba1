"use client";

import { GitCompareArrows } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { openedLater } from "@/components/dialog/opened-later";
import { Button } from "@/components/ui/button";
import { type ComparedKind, compareHref } from "@/lib/address/compare-href";
import type { Call } from "@/lib/api/contract/calls/calls";
import type { Workspace } from "@/lib/workspace/workspace";

const CompareDialog = openedLater(async () => (await import("./compare-dialog")).CompareDialog);

type CompareWithProps = {
  workspace: Workspace;
  call: Call;
  /** The suggested comparison; by default the full thread for a call that starts one of its traces. */
  first?: ComparedKind;
};

/** The menu from a call to its comparisons. */
export function CompareWith({ workspace, call, first }: CompareWithProps) {
  const router = useRouter();
  const [isOpen, setIsOpen] = useState(false);
  const threadId = call.thread_id ?? null;
  // A turn means little without the turns before it.
  const [kind, setKind] = useState<ComparedKind>(first ?? (threadId === null || call.parent_id ? "calls" : "threads"));
  const ownId = kind === "threads" && threadId !== null ? threadId : call.id;
  return (
    <>
      <Button
        size="small"
        onClick={() => setIsOpen(true)}
        icon={<GitCompareArrows size={14} strokeWidth={1.7} aria-hidden="true" />}
      >
        <span className="max-md:sr-only">Compare with</span>
      </Button>
      {isOpen ? (
        <CompareDialog
          workspace={workspace}
          kind={kind}
          onKindChange={threadId === null ? null : setKind}
          like={call}
          taken={[ownId]}
          onPick={(ids) => router.push(compareHref(workspace.slug, kind, [ownId, ...ids]))}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </>
  );
}
