"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { MonitorsTable } from "@/app/(dashboard)/[workspace]/evaluations/scoring/list/monitors-table";
import { EvaluationsTabs } from "@/components/evaluation/monitors/evaluations-tabs";
import { monitorsQuery } from "@/components/evaluation/monitors/monitors-query";
import { useHasRole } from "@/components/session/use-role";
import { WorkspaceGate } from "@/components/session/workspace-gate";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { UnsupportedState } from "@/components/state/unsupported-state";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { PageFoot, PageHead } from "@/components/ui/page-head";
import { ProgressBar } from "@/components/ui/progress-bar";
import { failureOf } from "@/lib/api/client/request-failure";
import { countOf, formatCount } from "@/lib/format/count";
import type { Workspace } from "@/lib/workspace/workspace";

/** The monitors of a workspace: scorers that run on a sample of live calls. */
export function ScoringView() {
  return <WorkspaceGate>{(workspace) => <Scoring key={workspace.id} workspace={workspace} />}</WorkspaceGate>;
}

function Scoring({ workspace }: { workspace: Workspace }) {
  const isMember = useHasRole("member") === true;
  const list = useQuery(monitorsQuery(workspace, true));
  const monitors = list.data?.monitors ?? [];
  const failure = list.error ? failureOf(list.error) : null;
  const isUnsupported = failure?.kind === "unsupported";
  const onCount = monitors.filter(({ state }) => state !== "off").length;
  const create = (
    <Button asChild size="small">
      <Link href={`/${workspace.slug}/evaluations/scoring/edit`}>
        <Plus size={13} strokeWidth={1.7} aria-hidden="true" />
        New monitor
      </Link>
    </Button>
  );
  return (
    <>
      <PageHead title="Evaluations" {...(monitors.length > 0 ? { count: formatCount(monitors.length) } : {})}>
        <EvaluationsTabs slug={workspace.slug} current="scoring" />
        <span className="ml-auto">{isMember && !isUnsupported ? create : null}</span>
      </PageHead>
      {list.isPending ? <ProgressBar label="Loading monitors" /> : null}
      {isUnsupported ? (
        <UnsupportedState
          connectionName={workspace.connectionName}
          what="scoring live calls"
          operation="monitors.list"
          onRetry={() => void list.refetch()}
        >
          . Scores that clients write as feedback are shown all the same.
        </UnsupportedState>
      ) : failure && monitors.length === 0 ? (
        <FailureState failure={failure} onRetry={() => void list.refetch()} isRetrying={list.isFetching} />
      ) : list.isPending ? null : monitors.length === 0 ? (
        <PaneState kind="empty" title="No live calls are scored yet" actions={isMember ? create : undefined}>
          A monitor runs scorers on a sample of the calls that are logged, within a budget for each day. Its scores can
          be filtered, sorted and charted like all others.
        </PaneState>
      ) : (
        <MonitorsTable workspace={workspace} monitors={monitors} isMember={isMember} />
      )}
      <PageFoot>
        <span>{countOf(monitors.length, "monitor")}</span>
        {monitors.length > 0 ? <span>{formatCount(onCount)} on</span> : null}
        <span className="max-md:hidden">means and failures of at most 1,000 calls of the last seven days</span>
        {failure && monitors.length > 0 ? (
          <span className="text-warn">could not refresh: {failure.message}</span>
        ) : null}
      </PageFoot>
    </>
  );
}
