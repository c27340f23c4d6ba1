"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import Link from "next/link";
import { ViewDialog } from "@/components/dialog/view-dialog";
import { FailureState } from "@/components/state/failure-state";
import { PlainRows } from "@/components/table/plain-rows";
import { Button } from "@/components/ui/button";
import { ProgressBar } from "@/components/ui/progress-bar";
import { originHref, rolloutHref } from "@/lib/address/origin-href";
import { appQueryKey, callApp } from "@/lib/api/client/app-client";
import { failureOf } from "@/lib/api/client/request-failure";
import type { TrainedTrajectory } from "@/lib/api/contract/app/lineage";
import { LINEAGE_PAGE } from "@/lib/api/contract/app/lineage-limits";
import { formatReward } from "@/lib/format/reward";
import type { Workspace } from "@/lib/workspace/workspace";

const ROW_HEIGHT_PX = 26;

type SourcesDialogProps = { workspace: Workspace; jobId: string; made: string; onClose: () => void };

/** The trajectories of a job, each with its source. */
export function SourcesDialog({ workspace: { id: workspaceId, slug }, jobId, made, onClose }: SourcesDialogProps) {
  const list = useInfiniteQuery({
    queryKey: [...appQueryKey("lineage.job", { workspaceId, jobId }), "all"],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => callApp("lineage.job", { workspaceId, jobId, offset: pageParam }, signal),
    getNextPageParam: (last, _pages, offset) =>
      last.trajectories.length < LINEAGE_PAGE ? undefined : offset + LINEAGE_PAGE,
  });
  const rows = list.data?.pages.flatMap(({ trajectories }) => trajectories) ?? [];
  return (
    <ViewDialog
      title="Job sources"
      description={`${made}, recorded when the job was started from this dashboard`}
      size="wide"
      aside={
        <span className="flex items-center gap-1.5">
          {list.isFetchNextPageError ? (
            <span role="alert" className="text-small text-err">
              Could not load more: {failureOf(list.error).message}
            </span>
          ) : null}
          {list.hasNextPage ? (
            <Button kind="ghost" isBusy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              Show more
            </Button>
          ) : null}
        </span>
      }
      onClose={onClose}
    >
      {list.isPending ? <ProgressBar label="Loading job sources" /> : null}
      {list.isError && rows.length === 0 ? (
        <FailureState failure={failureOf(list.error)} onRetry={() => void list.refetch()} />
      ) : null}
      {rows.length > 0 ? <SourceRows slug={slug} jobId={jobId} rows={rows} /> : null}
    </ViewDialog>
  );
}

type SourceRowsProps = { slug: string; jobId: string; rows: readonly TrainedTrajectory[] };

function SourceRows({ slug, jobId, rows }: SourceRowsProps) {
  return (
    <PlainRows
      label="Job sources"
      rows={rows}
      rowHeight={ROW_HEIGHT_PX}
      className="h-[min(52vh,420px)]"
      rowClassName="grid grid-cols-[minmax(0,1fr)_auto_72px] gap-x-3 px-2.5"
    >
      {(row) => (
        <>
          <Link href={originHref(slug, row)} className="truncate text-accent-text hover:underline" title={row.id}>
            {row.kind} <span className="text-code">{row.id}</span>
          </Link>
          <Link href={rolloutHref(slug, jobId, row)} className="text-ink-2 hover:underline" title="Open trajectory">
            group {row.group}, trajectory {row.trajectory}
          </Link>
          <span className="text-right text-ink-2 tabular-nums">{formatReward(row.reward)}</span>
        </>
      )}
    </PlainRows>
  );
}
