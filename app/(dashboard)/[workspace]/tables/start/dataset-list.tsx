"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { FailureState } from "@/components/state/failure-state";
import { ListGaps } from "@/components/state/list-gaps";
import { PaneState } from "@/components/state/pane-state";
import { Button } from "@/components/ui/button";
import { ProgressBar } from "@/components/ui/progress-bar";
import { failureOf } from "@/lib/api/client/request-failure";
import { callListOperation } from "@/lib/api/client/service-client";
import { serviceQueryKey } from "@/lib/api/client/service-query-key";
import { countOf } from "@/lib/format/count";
import type { Workspace } from "@/lib/workspace/workspace";
import { DatasetRow } from "./dataset-row";
import { NoDatasets } from "./no-datasets";

const PAGE_SIZE = 50;

type DatasetListProps = { workspace: Workspace; onOpen: (digest: string, dataset: string) => void };

type Page = { objs: readonly { object_id: string }[] };

/** True for a page that repeats the one before it: the service does not support offsets. */
const isRepeated = (page: Page | undefined, before: Page | undefined): boolean =>
  page?.objs[0] !== undefined && page.objs[0].object_id === before?.objs[0]?.object_id;

/** The newest version of each dataset of the project; each row loads its own row count. */
export function DatasetList({ workspace, onOpen }: DatasetListProps) {
  const { connectionId, projectId } = workspace;
  const list = useInfiniteQuery({
    queryKey: serviceQueryKey(connectionId, "objs.query", { projectId, purpose: "datasets" }),
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) => {
      const { result, badRows } = await callListOperation(connectionId, "objs.query", "objs", {
        body: {
          project_id: projectId,
          filter: { base_object_classes: ["Dataset"], latest_only: true },
          sort_by: [{ field: "created_at", direction: "desc" }],
          metadata_only: true,
          limit: PAGE_SIZE,
          offset: pageParam,
        },
        signal,
      });
      return { objs: result.objs, badRows: badRows.map((row) => ({ ...row, line: row.line + pageParam })) };
    },
    getNextPageParam: (last, pages, offset) =>
      last.objs.length + last.badRows.length < PAGE_SIZE || isRepeated(last, pages.at(-2))
        ? undefined
        : offset + PAGE_SIZE,
  });
  if (list.isPending) return <ProgressBar label="Loading datasets" />;
  const pages = list.data?.pages ?? [];
  const isEndRepeated = isRepeated(pages.at(-1), pages.at(-2));
  const whole = isEndRepeated ? pages.slice(0, -1) : pages;
  const datasets = whole.flatMap((page) => page.objs);
  const badRows = whole.flatMap((page) => page.badRows);
  // More than was requested is everything: the service ignores pages.
  const isStuck = isEndRepeated && datasets.length + badRows.length <= PAGE_SIZE * whole.length;
  if (list.isError && datasets.length === 0) {
    return (
      <FailureState failure={failureOf(list.error)} onRetry={() => void list.refetch()} isRetrying={list.isFetching}>
        {" "}
        Tables can still be opened by digest.
      </FailureState>
    );
  }
  if (datasets.length === 0 && badRows.length === 0) return <NoDatasets workspace={workspace} />;
  return (
    <>
      <ListGaps noun="dataset" badRows={badRows} isStuck={isStuck} />
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
