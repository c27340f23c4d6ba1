"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { Button } from "@/components/ui/button";
import { ProgressBar } from "@/components/ui/progress-bar";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import { serviceQueryKey } from "@/lib/api/client/service-query-key";
import { countOf } from "@/lib/format/count";
import type { Workspace } from "@/lib/workspace/workspace";
import { DatasetRow } from "./dataset-row";
import { NoDatasets } from "./no-datasets";

const PAGE_SIZE = 50;

type DatasetListProps = { workspace: Workspace; onOpen: (digest: string, dataset: string) => void };

/** The newest version of each dataset of the project; each row loads its own row count. */
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
  if (list.isPending) return <ProgressBar label="Loading datasets" />;
  const datasets = list.data?.pages.flatMap((page) => page.objs) ?? [];
  if (list.isError && datasets.length === 0) {
    return (
      <FailureState failure={failureOf(list.error)} onRetry={() => void list.refetch()} isRetrying={list.isFetching}>
        {" "}
        Tables can still be opened by digest.
      </FailureState>
    );
  }
  if (datasets.length === 0) return <NoDatasets workspace={workspace} />;
  return (
    <>
      <table aria-label="Datasets" className="w-full table-fixed border-separate border-spacing-0 text-small">
        <thead>
          <tr className="[&>th]:sticky [&>th]:top-0 [&>th]:h-(--row-h-head) [&>th]:truncate [&>th]:border-b [&>th]:border-line [&>th]:bg-sunken [&>th]:px-2 [&>th]:text-left [&>th]:text-micro [&>th]:font-medium [&>th]:text-ink-3 [&>th:first-child]:pl-4">
            <th scope="col" className="md:w-72">
              Dataset
            </th>
            <th scope="col" className="w-16">
              Version
            </th>
            <th scope="col" className="w-24 !text-right">
              Rows
            </th>
            <th scope="col" className="w-24 !text-right max-md:hidden">
              Size
            </th>
            <th scope="col" className="max-md:hidden">
              First row
            </th>
            <th scope="col" className="w-28 max-lg:hidden">
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
        <PaneState kind="cut" title="Could not load more datasets" isFailure>
          {failureOf(list.error).message}
        </PaneState>
      ) : null}
    </>
  );
}
