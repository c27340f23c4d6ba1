"use client";

import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import Link from "next/link";
import { PageHead } from "@/components/layout/page-head";
import type { Workspace } from "@/components/layout/use-workspace";
import { FollowForm } from "@/components/training/follow-form";
import { forgetFollowed, useFollowed } from "@/components/training/followed";
import { FollowedNote } from "@/components/training/followed-note";
import { JobStatusTag } from "@/components/training/job-status";
import { statusFromEvents } from "@/components/training/prepare-job-progress";
import { Cell, HeadCell, RuledTable } from "@/components/training/ruled-table";
import { readEvent } from "@/components/training/training-event";
import { Button } from "@/components/ui/button";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import { serviceQueryKey } from "@/lib/api/client/service-query";
import { countOf, formatCount } from "@/lib/format/count";

type FollowedJobsProps = { workspace: Workspace; hrefOf: (id: string) => string; nowMs: number };

/** The jobs that this browser followed, for services that list none. */
export function FollowedJobs({ workspace, hrefOf }: FollowedJobsProps) {
  const ids = useFollowed(workspace.id, "jobs");
  return (
    <>
      <PageHead title="Training jobs" count={`${formatCount(ids.length)} followed`} />
      <FollowedNote operation="POST /training_jobs/list" noun="jobs">
        <FollowForm label="Follow a job by its id" hrefOf={hrefOf} />
      </FollowedNote>
      <RuledTable label="Followed jobs">
        <thead>
          <tr>
            <HeadCell>Job</HeadCell>
            <HeadCell>Status</HeadCell>
            <HeadCell isEnd>Events</HeadCell>
            <HeadCell>
              <span className="sr-only">Actions</span>
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {ids.map((id) => (
            <FollowedJob key={id} workspace={workspace} id={id} href={hrefOf(id)} />
          ))}
        </tbody>
      </RuledTable>
    </>
  );
}

const MOST = 100;

/** What a page of events says; a job with more of them says it on its own page. */
function FollowedJob({ workspace, id, href }: { workspace: Workspace; id: string; href: string }) {
  const { data, error } = useQuery({
    queryKey: serviceQueryKey(workspace.connectionId, "trainingJobs.events", { id, first: MOST }),
    queryFn: ({ signal }) =>
      callOperation(workspace.connectionId, "trainingJobs.events", {
        params: { training_job_id: id },
        query: { limit: MOST },
        signal,
      }),
  });
  const events = (data?.data ?? []).map((event) => readEvent(event, null));
  return (
    <tr className="hover:bg-hover">
      <Cell>
        <Link href={href} className="text-code font-medium text-ink hover:underline">
          {id}
        </Link>
      </Cell>
      <Cell>
        {error ? (
          <span className="text-err">{failureOf(error).message}</span>
        ) : data && !data.has_more ? (
          <JobStatusTag status={statusFromEvents(events)} />
        ) : (
          <span className="text-ink-3">{data ? "open it to see" : "reading"}</span>
        )}
      </Cell>
      <Cell isEnd>{data ? (data.has_more ? `${MOST} or more` : countOf(events.length, "event")) : null}</Cell>
      <Cell isEnd className="w-10">
        <Button
          kind="ghost"
          size="icon-small"
          aria-label={`Stop following ${id}`}
          onClick={() => forgetFollowed(workspace.id, "jobs", id)}
        >
          <X size={12} strokeWidth={2} aria-hidden="true" />
        </Button>
      </Cell>
    </tr>
  );
}
