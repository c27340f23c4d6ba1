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

/** Resolves the workspace in the address before one of its pages renders. */
export function WorkspaceGate({ children }: { children: (workspace: Workspace) => ReactNode }) {
  const slug = useWorkspaceSlug();
  const { query, isPending, current } = useWorkspaces();
  const currentSlug = current?.slug ?? null;
  // The outside system is the cookie that the start page reads.
  useEffect(() => {
    if (currentSlug !== null) storeChoice(WORKSPACE_COOKIE, currentSlug);
  }, [currentSlug]);
  if (current) return children(current);
  if (isPending) return <ProgressBar label="Loading workspace" />;
  if (query.isError) return <FailureState failure={failureOf(query.error)} onRetry={() => void query.refetch()} />;
  return (
    <PaneState
      kind="no-match"
      title={`Workspace ${slug ?? ""} not found`}
      actions={
        <Button asChild size="small">
          <Link href="/settings/workspaces">Open workspaces</Link>
        </Button>
      }
    >
      It was renamed or removed, or the URL is wrong.
    </PaneState>
  );
}
