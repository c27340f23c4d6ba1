"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useNow } from "@/components/layout/use-now";
import type { Workspace } from "@/components/layout/use-workspace";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { Button } from "@/components/ui/button";
import { Shuttle } from "@/components/ui/shuttle";
import { Skeleton } from "@/components/ui/skeleton";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import { serviceQuery, serviceQueryKey } from "@/lib/api/client/service-query";
import type { ObjectVersion } from "@/lib/api/contract/objects";
import { formatBytes } from "@/lib/format/bytes";
import { countOf, formatCount } from "@/lib/format/count";
import { formatAgo } from "@/lib/format/relative-time";
import { formatFullTime, parseTime } from "@/lib/format/time";
import { NoDatasets } from "./no-datasets";
import { rowsDigest, shortDigest } from "./prepare-table-address";
import { useTableStats } from "./use-table";

const PAGE_SIZE = 50;

type DatasetListProps = { workspace: Workspace; onOpen: (digest: string, dataset: string) => void };

/** The newest version of each dataset of the project; each says by itself how many rows it has. */
export function DatasetList({ workspace, onOpen }: DatasetListProps) {
  const { connectionId, projectId } = workspace;
  const list = useInfiniteQuery({
    queryKey: serviceQueryKey(connectionId, "objs.query", { projectId, purpose: "datasets" }),
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      callOperation(connectionId, "objs.query", {
        body: {
          project_id: projectId,
          filter: { base_object_classes: ["Dataset"], latest_only: true },
          sort_by: [{ field: "created_at", direction: "desc" }],
          metadata_only: true,
          limit: PAGE_SIZE,
          offset: pageParam,
        },
        signal,
      }),
    getNextPageParam: (last, _pages, offset) => (last.objs.length < PAGE_SIZE ? undefined : offset + PAGE_SIZE),
  });
  if (list.isPending) return <Shuttle label="Looking for datasets" />;
  const datasets = list.data?.pages.flatMap((page) => page.objs) ?? [];
  if (list.isError && datasets.length === 0) {
    return (
      <FailureState failure={failureOf(list.error)} onRetry={() => void list.refetch()} isRetrying={list.isFetching}>
        {" "}
        A table still opens by its digest.
      </FailureState>
    );
  }
  if (datasets.length === 0) return <NoDatasets workspace={workspace} />;
  return (
    <>
      <table aria-label="Datasets" className="w-full table-fixed border-separate border-spacing-0 text-small">
        <thead>
          <tr className="[&>th]:sticky [&>th]:top-0 [&>th]:h-(--row-h-head) [&>th]:truncate [&>th]:border-b [&>th]:border-line [&>th]:bg-sunken [&>th]:px-2 [&>th]:text-left [&>th]:text-micro [&>th]:font-medium [&>th]:text-ink-3 [&>th:first-child]:pl-4">
            <th scope="col">Dataset</th>
            <th scope="col" className="w-16">
              Version
            </th>
            <th scope="col" className="w-24 !text-right">
              Rows
            </th>
            <th scope="col" className="w-24 !text-right max-md:hidden">
              Size
            </th>
            <th scope="col" className="w-32 max-md:hidden">
              Table
            </th>
            <th scope="col" className="w-28 !text-right max-md:hidden">
              Created
            </th>
          </tr>
        </thead>
        <tbody>
          {datasets.map((dataset) => (
            <DatasetRow key={dataset.object_id} workspace={workspace} dataset={dataset} onOpen={onOpen} />
          ))}
        </tbody>
      </table>
      {list.hasNextPage ? (
        <Button
          size="small"
          kind="ghost"
          className="m-2 self-start"
          isBusy={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          Show more
        </Button>
      ) : (
        <p className="px-4 py-2 text-micro text-ink-3">{countOf(datasets.length, "dataset")}, newest first</p>
      )}
      {list.isFetchNextPageError ? (
        <PaneState warp="cut" title="The next datasets could not be read" isFailure>
          {failureOf(list.error).message}
        </PaneState>
      ) : null}
    </>
  );
}

type DatasetRowProps = { workspace: Workspace; dataset: ObjectVersion; onOpen: DatasetListProps["onOpen"] };

/** What the object's metadata does not say, its rows, is read for each dataset by itself. */
function DatasetRow({ workspace, dataset, onOpen }: DatasetRowProps) {
  const nowMs = useNow();
  const { object_id: name, digest: version, created_at } = dataset;
  const read = useQuery({
    ...serviceQuery(workspace.connectionId, "obj.read", {
      project_id: workspace.projectId,
      object_id: name,
      digest: version,
      metadata_only: false,
    }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const digest = read.data ? rowsDigest(read.data.obj.val) : null;
  const createdMs = parseTime(created_at);
  return (
    <tr className="[&>td]:h-8 [&>td]:truncate [&>td]:border-b [&>td]:border-line [&>td]:px-2 [&>td:first-child]:pl-4 hover:[&>td]:bg-hover max-md:[&>td]:h-11">
      <td>
        {digest === null ? (
          <span className="flex items-center gap-2">
            <span className="truncate font-medium">{name}</span>
            <span className="truncate text-ink-3">
              {read.isPending ? "" : read.isError ? failureOf(read.error).message : "has no table of rows"}
            </span>
          </span>
        ) : (
          <button
            type="button"
            onClick={() => onOpen(digest, `${name}:${version}`)}
            className="h-6 max-w-full truncate font-medium text-accent-text hover:underline max-md:h-9"
          >
            {name}
          </button>
        )}
      </td>
      <td>v{dataset.version_index}</td>
      {digest === null ? (
        <>
          <td className="text-right">{read.isPending ? <Skeleton className="w-8" /> : "–"}</td>
          <td className="text-right max-md:hidden">{read.isPending ? <Skeleton className="w-8" /> : "–"}</td>
        </>
      ) : (
        <TableFigures workspace={workspace} digest={digest} />
      )}
      <td className="text-code text-ink-2 max-md:hidden" title={digest ?? undefined}>
        {digest === null ? "–" : shortDigest(digest)}
      </td>
      <td className="text-right text-ink-2 max-md:hidden" title={formatFullTime(createdMs)}>
        {formatAgo(createdMs, nowMs)}
      </td>
    </tr>
  );
}

function TableFigures({ workspace, digest }: { workspace: Workspace; digest: string }) {
  const stats = useTableStats(workspace, digest);
  return (
    <>
      <td className="text-right">{formatCount(stats?.rowCount)}</td>
      <td className="text-right max-md:hidden">{formatBytes(stats?.byteCount)}</td>
    </>
  );
}
