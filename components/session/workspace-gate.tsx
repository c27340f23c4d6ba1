"use client";

import Link from "next/link";
import { type ReactNode, useEffect } from "react";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { Button } from "@/components/ui/button";
import { ProgressBar } from "@/components/ui/progress-bar";
import { failureOf } from "@/lib/api/client/request-failure";
import { storeChoice, WORKSPACE_COOKIE } from "@/lib/workspace/personal-cookies";
import type { Workspace } from "@/lib/workspace/workspace";
import { useWorkspaceSlug, useWorkspaces } from "./use-workspace";

/** Finds the workspace that the address names before a page of it is drawn. */
export function WorkspaceGate({ children }: { children: (workspace: Workspace) => ReactNode }) {
  const slug = useWorkspaceSlug();
  const { query, isPending, current } = useWorkspaces();
  const found = current?.slug ?? null;
  // The outside system is the cookie that the start page reads.
  useEffect(() => {
    if (found !== null) storeChoice(WORKSPACE_COOKIE, found);
  }, [found]);
  if (current) return children(current);
  if (isPending) return <ProgressBar label="Looking for the workspace" />;
  if (query.isError) return <FailureState failure={failureOf(query.error)} onRetry={() => void query.refetch()} />;
  return (
    <PaneState
      kind="no-match"
      title={`There is no workspace ${slug ?? ""}`}
      actions={
        <Button asChild size="small">
          <Link href="/settings/workspaces">Open workspaces</Link>
        </Button>
      }
    >
      It was renamed or removed, or the address is not right.
    </PaneState>
  );
}
