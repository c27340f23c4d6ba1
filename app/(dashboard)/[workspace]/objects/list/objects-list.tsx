"use client";

import { useRef } from "react";
import type { ListAddress } from "@/app/(dashboard)/[workspace]/objects/address/objects-address";
import type { ListActions } from "@/app/(dashboard)/[workspace]/objects/address/use-object-actions";
import type { ChosenObject } from "@/app/(dashboard)/[workspace]/objects/versions/chosen-object";
import { filterCount } from "@/app/(dashboard)/[workspace]/objects/versions/prepare-versions-query";
import { useIsPhone } from "@/components/browser/use-is-phone";
import { GridBody } from "@/components/grid/grid-body";
import { indexesOf } from "@/components/grid/prepare-visible-rows";
import { useVisibleRows } from "@/components/grid/use-visible-rows";
import { CutShortBand } from "@/components/state/cut-short-band";
import { FailureState } from "@/components/state/failure-state";
import { ListGaps } from "@/components/state/list-gaps";
import { ProgressBar } from "@/components/ui/progress-bar";
import { Skeleton } from "@/components/ui/skeleton";
import { nextSort } from "@/lib/table/sort";
import type { Workspace } from "@/lib/workspace/workspace";
import { ListHead } from "./list-head";
import { ListRowView } from "./list-row";
import type { ObjectList } from "./object-list";
import { NoMatchInLoaded, NoObjectMatch, ObjectsUnsupported } from "./objects-states";

type ObjectsListProps = {
  workspace: Workspace;
  list: ObjectList;
  chosen: Pick<ChosenObject, "object" | "sides">;
  params: ListAddress;
  nowMs: number;
  actions: ListActions;
};

const ROW_HEIGHT_PX = 26;
/** High enough for touch. */
const PHONE_ROW_HEIGHT_PX = 36;
const HEAD_HEIGHT_PX = 28;

/** Objects with their versions, or the reason why none can be shown. Only rows on the screen are rendered. */
export function ObjectsList(props: ObjectsListProps) {
  const { workspace, list, chosen, params, nowMs, actions } = props;
  const { rows, pages, cursorIndex } = list;
  const frame = useRef<HTMLDivElement>(null);
  const visible = useVisibleRows(frame, {
    count: rows.length,
    rowHeightPx: useIsPhone() ? PHONE_ROW_HEIGHT_PX : ROW_HEIGHT_PX,
    headHeightPx: HEAD_HEIGHT_PX,
    cursorIndex,
  });
  if (pages.failure?.kind === "unsupported") return <ObjectsUnsupported workspace={workspace} onRetry={pages.retry} />;
  // Until data is loaded the header has its final widths.
  const hasSizes = params.sizes && (rows.length === 0 || list.groups.some(({ sizeBytes }) => sizeBytes !== null));
  // Spans the columns that are shown at every width: a cell that spans more would add one.
  const span = (hasSizes ? 4 : 3) + (params.values ? 1 : 0);
  return (
    <>
      <div className="relative h-0">
        {pages.isPending || pages.isStale || pages.isLoadingMore ? (
          <ProgressBar label="Loading versions" className="absolute inset-x-0 top-0 z-[3]" />
        ) : null}
      </div>
      <div ref={frame} className="flex min-h-0 flex-1 flex-col overflow-x-hidden overflow-y-auto">
        <table
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: objects open to their versions, so the table is a tree
          role="treegrid"
          aria-label="Objects"
          aria-rowcount={rows.length + 1}
          className="w-full flex-none table-fixed border-separate border-spacing-0 text-small"
        >
          <ListHead
            sort={params.sort}
            onSortChange={(field) => actions.change({ sort: nextSort(params.sort, field) })}
            hasSizes={hasSizes}
            hasValues={params.values}
          />
          <GridBody rows={visible} span={span}>
            {indexesOf(visible).map((index) => {
              const row = rows[index];
              return row ? (
                <ListRowView
                  key={row.key}
                  row={row}
                  index={index}
                  isCursor={index === cursorIndex}
                  isWhole={pages.isWhole}
                  sides={chosen.object ? chosen.sides : null}
                  chosenKey={cursorIndex < 0 ? null : (rows[cursorIndex]?.group.key ?? null)}
                  hasSizes={hasSizes}
                  hasValues={params.values}
                  nowMs={nowMs}
                  list={list}
                  actions={actions}
                />
              ) : null;
            })}
          </GridBody>
        </table>
        <ListGaps noun="version" badRows={list.pages.badRows} isStuck={list.pages.isStuck} />
        <AfterRows {...props} />
      </div>
    </>
  );
}

/** Shown below the last row, or in place of rows. */
function AfterRows({ list, params, actions }: ObjectsListProps) {
  const { pages, rows } = list;
  if (pages.failure && pages.versions.length === 0) {
    return <FailureState failure={pages.failure} onRetry={pages.retry} />;
  }
  if (pages.failure) {
    return (
      <CutShortBand
        summary={{ rowCount: rows.length, badLines: [], end: { kind: "cut-short", reason: pages.failure.message } }}
        shownCount={pages.versions.length}
        totalCount={null}
        onResume={pages.retry}
        isResuming={pages.isLoadingMore}
      />
    );
  }
  if (pages.isPending) return <SkeletonList />;
  if (rows.length > 0) return null;
  if (pages.isPaused) return <NoMatchInLoaded count={pages.versions.length} onLoadMore={pages.loadMore} />;
  if (!pages.isWhole) return null;
  return (
    <NoObjectMatch
      params={params}
      filterCount={filterCount(params)}
      onClear={() =>
        actions.change({
          q: null,
          base: null,
          leaf: null,
          ids: null,
          not: null,
          tags: null,
          aliases: null,
          kind: null,
          latest: null,
          offset: null,
        })
      }
    />
  );
}

function SkeletonList() {
  return (
    <div aria-hidden="true">
      {Array.from({ length: 16 }, (_, index) => index).map((index) => (
        <div
          key={index}
          style={{ height: ROW_HEIGHT_PX, opacity: Math.max(0.15, 1 - index * 0.07) }}
          className="flex items-center gap-6 border-b border-line px-4"
        >
          <Skeleton className={index % 3 === 0 ? "w-32" : "w-24"} />
          <Skeleton className="ml-auto w-14" />
          <Skeleton className="w-10" />
          <Skeleton className="w-8" />
        </div>
      ))}
    </div>
  );
}
