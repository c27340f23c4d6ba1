"use client";

import { useQuery } from "@tanstack/react-query";
import { Unknown } from "@/components/table/cells";
import { JobStatusTag } from "@/components/training/jobs/job-status";
import { FollowedList, FollowedRow } from "@/components/training/lists/followed-list";
import { RuledTableCell, RuledTableHeadCell } from "@/components/training/lists/ruled-table";
import { failureOf } from "@/lib/api/client/request-failure";
import { callListOperation } from "@/lib/api/client/service-client";
import { serviceQueryKey } from "@/lib/api/client/service-query-key";
import { countOf } from "@/lib/format/count";
import { readEvent } from "@/lib/training/events/training-event";
import { statusFromEvents } from "@/lib/training/jobs/job-progress";
import type { Workspace } from "@/lib/workspace/workspace";

type FollowedJobsProps = { workspace: Workspace; hrefOf: (id: string) => string };

/** The jobs that this browser followed, for services that cannot list jobs. */
export function FollowedJobs({ workspace, hrefOf }: FollowedJobsProps) {
  return (
    <FollowedList
      workspaceId={workspace.id}
      kind="jobs"
      title="Training jobs"
      noun="job"
      operation="POST /training_jobs/list"
      hrefOf={hrefOf}
      heads={
        <>
          <RuledTableHeadCell>Status</RuledTableHeadCell>
          <RuledTableHeadCell isEnd>Events</RuledTableHeadCell>
        </>
      }
    >
      {(id) => <FollowedJob key={id} workspace={workspace} id={id} href={hrefOf(id)} />}
    </FollowedList>
  );
}

const MAX_JOBS = 100;

/** The content of a page of events; a job with more events shows them on its own page. */
function FollowedJob({ workspace, id, href }: { workspace: Workspace; id: string; href: string }) {
  const { data: read, error } = useQuery({
    queryKey: serviceQueryKey(workspace.connectionId, "trainingJobs.events", { id, first: MAX_JOBS }),
    queryFn: ({ signal }) =>
      callListOperation(workspace.connectionId, "trainingJobs.events", "data", {
        params: { training_job_id: id },
        query: { limit: MAX_JOBS },
        signal,
      }),
  });
  const data = read?.result;
  const badCount = read?.badRows.length ?? 0;
  const events = (data?.data ?? []).map((event) => readEvent(event, null));
  const unread = badCount === 0 ? null : `${countOf(badCount, "event")} could not be read`;
  const problem = error ? failureOf(error).message : unread;
  return (
    <FollowedRow workspaceId={workspace.id} kind="jobs" id={id} href={href} problem={problem}>
      <RuledTableCell>
        {data && !data.has_more ? (
          <JobStatusTag status={statusFromEvents(events)} />
        ) : data ? (
          <span className="text-ink-3">open it to see</span>
        ) : problem === null ? (
          <span className="text-ink-3">loading</span>
        ) : (
          <Unknown />
        )}
      </RuledTableCell>
      <RuledTableCell isEnd>
        {data ? (data.has_more ? `${MAX_JOBS} or more` : countOf(events.length, "event")) : null}
      </RuledTableCell>
    </FollowedRow>
  );
}
