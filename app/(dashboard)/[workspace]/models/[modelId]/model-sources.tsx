"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useNow } from "@/components/browser/use-now";
import { Button } from "@/components/ui/button";
import { Popover } from "@/components/ui/popover";
import { Tag } from "@/components/ui/tag";
import { appQuery } from "@/lib/api/client/app-client";
import { failureOf } from "@/lib/api/client/request-failure";
import { formatShortId } from "@/lib/format/identifier";
import { formatTime, parseTime } from "@/lib/format/time";
import { addOriginCounts, originCountsText } from "@/lib/training/jobs/source-counts";
import type { Workspace } from "@/lib/workspace/workspace";

/** The sources of the model's jobs that were started here. Renders nothing when there are none. */
export function ModelSources({ workspace, modelId }: { workspace: Workspace; modelId: string }) {
  const query = useQuery({ ...appQuery("lineage.model", { workspaceId: workspace.id, modelId }), retry: false });
  const nowMs = useNow();
  if (query.isError) {
    return (
      <Tag tone="warn" title={failureOf(query.error).message}>
        sources unknown
      </Tag>
    );
  }
  const jobs = query.data?.jobs ?? [];
  if (jobs.length === 0) return null;
  const made = originCountsText(addOriginCounts(jobs.map(({ counts }) => counts)));
  return (
    <Popover
      label="Sources of training jobs"
      className="w-[360px] max-w-[calc(100vw-24px)]"
      trigger={
        <Button
          size="small"
          kind="ghost"
          aria-label={`Trained on ${made}`}
          className="min-w-0 font-normal text-ink-2 max-md:hidden"
        >
          <span className="truncate">Trained on {made}</span>
        </Button>
      }
    >
      <ul className="grid">
        {jobs.map(({ jobId, createdAt, counts }) => (
          <li key={jobId} className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3 px-2 py-1">
            <Link
              href={`/${workspace.slug}/training/${encodeURIComponent(jobId)}`}
              className="text-accent-text hover:underline"
            >
              Job <span className="text-code">{formatShortId(jobId)}</span>
            </Link>
            <span className="truncate text-ink-2">{originCountsText(counts)}</span>
            <span className="text-ink-3">{formatTime(parseTime(createdAt), nowMs)}</span>
          </li>
        ))}
      </ul>
    </Popover>
  );
}
