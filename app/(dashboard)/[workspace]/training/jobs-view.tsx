"use client";

import { useQueryStates } from "nuqs";
import { useState } from "react";
import { useNow } from "@/components/browser/use-now";
import { openedLater } from "@/components/dialog/opened-later";
import { Select } from "@/components/form/select";
import { WorkspaceGate } from "@/components/session/workspace-gate";
import { FailureState } from "@/components/state/failure-state";
import { useJobChanges } from "@/components/training/jobs/use-job-changes";
import { useJobs } from "@/components/training/jobs/use-jobs";
import { ListFoot } from "@/components/training/lists/list-foot";
import { useListCursor } from "@/components/training/lists/use-list-cursor";
import { useRowSelection } from "@/components/training/lists/use-row-selection";
import { Callout } from "@/components/ui/callout";
import { PageHead } from "@/components/ui/page-head";
import { ProgressBar } from "@/components/ui/progress-bar";
import { compareJobsHref } from "@/lib/address/compare-jobs-href";
import { failureOf } from "@/lib/api/client/request-failure";
import { formatCount } from "@/lib/format/count";
import { jobRows } from "@/lib/training/jobs/job-list";
import type { Workspace } from "@/lib/workspace/workspace";
import { FollowedJobs } from "./followed-jobs";
import { NoJobs, NoMatchingJobs } from "./jobs-states";
import { JobsTable } from "./jobs-table";
import { jobsParams, statusFilters } from "./search-params";
import { SelectedJobs } from "./selected-jobs";

const CancelJob = openedLater(async () => (await import("@/components/training/jobs/cancel-job")).CancelJob);

/** The training jobs of a workspace. */
export function JobsView() {
  return <WorkspaceGate>{(workspace) => <Jobs key={workspace.id} workspace={workspace} />}</WorkspaceGate>;
}

const statusLabels = {
  all: "Any status",
  queued: "Queued",
  running: "Running",
  completed: "Completed",
  failed: "Failed",
  cancelled: "Cancelled",
} as const;

function Jobs({ workspace }: { workspace: Workspace }) {
  const nowMs = useNow();
  const [{ status }, setParams] = useQueryStates(jobsParams, { history: "push" });
  const list = useJobs(workspace, status === "all" ? null : status);
  const rows = jobRows(list.data?.pages.flatMap(({ data }) => data) ?? []);
  const hrefOf = (id: string) => `/${workspace.slug}/training/${encodeURIComponent(id)}`;
  const cursorId = useListCursor(rows, hrefOf);
  const selection = useRowSelection(cursorId, (ids) => compareJobsHref(workspace.slug, ids));
  const { prioritize, cancel } = useJobChanges(workspace.connectionId);
  const [cancelledId, setCancelledId] = useState<string | null>(null);
  const failure = list.isError ? failureOf(list.error) : null;
  if (failure?.kind === "unsupported") return <FollowedJobs workspace={workspace} hrefOf={hrefOf} />;
  return (
    <>
      <PageHead
        title="Training jobs"
        {...(list.isPending ? {} : { count: `${formatCount(rows.length)}${list.hasNextPage ? " so far" : ""}` })}
      >
        <Select
          label="Status"
          className="ml-auto w-36"
          value={status}
          options={statusFilters.map((value) => ({ value, label: statusLabels[value] }))}
          onChange={(value) => void setParams({ status: value })}
        />
      </PageHead>
      {list.isPending ? <ProgressBar label="Loading training jobs" /> : null}
      {prioritize.isError ? (
        <Callout tone="err" className="mx-4 mb-2 max-md:mx-3">
          The priority was not changed: {failureOf(prioritize.error).message}
        </Callout>
      ) : null}
      {failure && rows.length === 0 ? (
        <FailureState failure={failure} onRetry={() => void list.refetch()} isRetrying={list.isFetching} />
      ) : list.isSuccess && rows.length === 0 ? (
        status === "all" ? (
          <NoJobs workspace={workspace} hrefOf={hrefOf} />
        ) : (
          <NoMatchingJobs status={status} onClear={() => void setParams({ status: "all" })} />
        )
      ) : (
        <JobsTable
          workspace={workspace}
          rows={rows}
          cursorId={cursorId}
          chosen={selection.ids}
          onToggle={selection.toggle}
          hrefOf={hrefOf}
          nowMs={nowMs}
          onPriority={(jobId, priority) => prioritize.mutate({ jobId, priority })}
          onCancel={(jobId) => {
            cancel.reset();
            setCancelledId(jobId);
          }}
        />
      )}
      {cancelledId === null ? null : (
        <CancelJob
          cancel={{ ...cancel, mutate: (_, options) => cancel.mutate(cancelledId, options) }}
          onClose={() => setCancelledId(null)}
        />
      )}
      <SelectedJobs selection={selection} />
      <ListFoot noun="job" list={list}>
        <span>Failed first, then running, queued, and most recent</span>
        {failure && rows.length > 0 ? <span className="text-warn">Refresh failed: {failure.message}</span> : null}
      </ListFoot>
    </>
  );
}
