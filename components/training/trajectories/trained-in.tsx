"use client";

import { useQuery } from "@tanstack/react-query";
import { Activity } from "lucide-react";
import type { z } from "zod";
import { useNow } from "@/components/browser/use-now";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Popover } from "@/components/ui/popover";
import { Tag } from "@/components/ui/tag";
import { rolloutHref } from "@/lib/address/origin-href";
import { appQuery } from "@/lib/api/client/app-client";
import { failureOf } from "@/lib/api/client/request-failure";
import type { lineageOrigin, lineageOriginRequest } from "@/lib/api/contract/app/lineage";
import { countOf } from "@/lib/format/count";
import { formatShortId } from "@/lib/format/identifier";
import { formatReward } from "@/lib/format/reward";
import { formatTime, parseTime } from "@/lib/format/time";
import type { Workspace } from "@/lib/workspace/workspace";

type TrainedJob = z.infer<typeof lineageOrigin>["jobs"][number];

type TrainedInProps = { workspace: Workspace; kind: z.infer<typeof lineageOriginRequest>["kind"]; id: string };

/** Jobs started in this dashboard that were trained on a thread, a trace or a table. Nothing where there is none. */
export function TrainedIn({ workspace, kind, id }: TrainedInProps) {
  const query = useQuery({ ...appQuery("lineage.origin", { workspaceId: workspace.id, kind, id }), retry: false });
  const nowMs = useNow();
  if (query.isError) {
    return (
      <Tag tone="warn" title={failureOf(query.error).message}>
        training jobs unavailable
      </Tag>
    );
  }
  const jobs = query.data?.jobs ?? [];
  if (jobs.length === 0) return null;
  const label = `Trained in ${countOf(jobs.length, "job")}`;
  return (
    <Popover
      label={label}
      align="end"
      className="w-[340px] max-w-[calc(100vw-24px)]"
      trigger={
        <Button size="small" aria-label={label} icon={<Activity size={14} strokeWidth={1.7} aria-hidden="true" />}>
          <span className="max-md:hidden">{label}</span>
        </Button>
      }
    >
      <ul className="grid">
        {jobs.map((job) => (
          <JobLine key={job.jobId} slug={workspace.slug} job={job} nowMs={nowMs} />
        ))}
      </ul>
    </Popover>
  );
}

/** A job, its data from this origin, and its model. */
function JobLine({ slug, job, nowMs }: { slug: string; job: TrainedJob; nowMs: number }) {
  const { jobId, modelId, createdAt, trajectoryCount, group, trajectory, reward } = job;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 px-2 py-1.5 leading-[17px]">
      <Link href={`/${slug}/training/${encodeURIComponent(jobId)}`} className="text-accent-text hover:underline">
        Job <span className="text-code">{formatShortId(jobId)}</span>
      </Link>
      <span className="text-right text-ink-3">{formatTime(parseTime(createdAt), nowMs)}</span>
      <Link
        href={rolloutHref(slug, jobId, { group, trajectory })}
        className="text-ink-2 hover:underline"
        title="Open trajectory"
      >
        {trajectoryCount > 1 ? `${countOf(trajectoryCount, "trajectory", "trajectories")}, first in ` : ""}
        group {group}, reward {formatReward(reward)}
      </Link>
      <Link
        href={`/${slug}/models/${encodeURIComponent(modelId)}`}
        className="text-right text-accent-text hover:underline"
      >
        its model
      </Link>
    </li>
  );
}
