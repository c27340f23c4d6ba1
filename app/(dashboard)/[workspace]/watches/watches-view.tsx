"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { WatchesTable } from "@/app/(dashboard)/[workspace]/watches/list/watches-table";
import { RunWatchesPart } from "@/app/(dashboard)/[workspace]/watches/runs/run-watches-part";
import { useHasRole } from "@/components/session/use-role";
import { WorkspaceGate } from "@/components/session/workspace-gate";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { UnsupportedState } from "@/components/state/unsupported-state";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { PageFoot, PageHead } from "@/components/ui/page-head";
import { ProgressBar } from "@/components/ui/progress-bar";
import { sortedWatches } from "@/components/watches/watch-words";
import { watchesQuery } from "@/components/watches/watches-query";
import { WatchesTabs } from "@/components/watches/watches-tabs";
import { failureOf } from "@/lib/api/client/request-failure";
import { countOf, formatCount } from "@/lib/format/count";
import type { Workspace } from "@/lib/workspace/workspace";

/** The watches of a workspace, firing first. */
export function WatchesView() {
  return <WorkspaceGate>{(workspace) => <WatchesPane key={workspace.id} workspace={workspace} />}</WorkspaceGate>;
}

function WatchesPane({ workspace }: { workspace: Workspace }) {
  const isMember = useHasRole("member") === true;
  const list = useQuery(watchesQuery(workspace, true));
  const watches = list.data?.watches ?? [];
  const failure = list.error ? failureOf(list.error) : null;
  const isUnsupported = failure?.kind === "unsupported";
  const create = (labelClass?: string) => (
    <Button asChild size="small">
      <Link href={`/${workspace.slug}/watches/edit`}>
        <Plus size={13} strokeWidth={1.7} aria-hidden="true" />
        <span className={labelClass}>New watch</span>
      </Link>
    </Button>
  );
  return (
    <>
      <PageHead title="Watches" {...(watches.length > 0 ? { count: formatCount(watches.length) } : {})}>
        <WatchesTabs slug={workspace.slug} current="watches" />
        <span className="ml-auto">{isMember && !isUnsupported ? create("max-md:sr-only") : null}</span>
      </PageHead>
      {list.isPending ? <ProgressBar label="Loading watches" /> : null}
      {isUnsupported ? (
        <UnsupportedState
          connectionName={workspace.connectionName}
          what="watching figures"
          operation="watches.list"
          onRetry={() => void list.refetch()}
        >
          . The overview shows the same figures.
        </UnsupportedState>
      ) : failure && watches.length === 0 ? (
        <FailureState failure={failure} onRetry={() => void list.refetch()} isRetrying={list.isFetching} />
      ) : list.isPending ? null : watches.length === 0 ? (
        <PaneState kind="empty" title="Nothing is watched yet" actions={isMember ? create() : undefined}>
          A watch is a rule on a figure of the overview, such as the share of errors. It is judged each minute, also
          while nobody looks, and tells your channels when it fires.
        </PaneState>
      ) : (
        <WatchesTable workspace={workspace} watches={sortedWatches(watches)} isMember={isMember} />
      )}
      {isUnsupported || list.isPending ? null : <RunWatchesPart workspace={workspace} isMember={isMember} />}
      <PageFoot>
        <span>{countOf(watches.length, "watch", "watches")}</span>
        <span className="max-md:hidden">judged each minute, firing first</span>
        {failure && watches.length > 0 ? <span className="text-warn">could not refresh: {failure.message}</span> : null}
      </PageFoot>
    </>
  );
}
