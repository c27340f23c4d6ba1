"use client";

import { useQueryStates } from "nuqs";
import { useMemo, useRef, useState } from "react";
import { useTableEdits } from "@/app/(dashboard)/[workspace]/tables/edit/use-table-edits";
import { useExport } from "@/app/(dashboard)/[workspace]/tables/export/use-export";
import { nextMatch } from "@/app/(dashboard)/[workspace]/tables/find/prepare-find";
import { useFind } from "@/app/(dashboard)/[workspace]/tables/find/use-find";
import { useRecordRecentTable } from "@/app/(dashboard)/[workspace]/tables/known-tables/use-recent-tables";
import { useTableOrigin } from "@/app/(dashboard)/[workspace]/tables/known-tables/use-table-origin";
import { prepareSheet } from "@/app/(dashboard)/[workspace]/tables/sheet/prepare-sheet";
import { SheetSkeleton } from "@/app/(dashboard)/[workspace]/tables/sheet/sheet-skeleton";
import { ShownRows } from "@/app/(dashboard)/[workspace]/tables/sheet/shown-rows";
import { splitDigests } from "@/app/(dashboard)/[workspace]/tables/stream/row-digests";
import { useTable } from "@/app/(dashboard)/[workspace]/tables/stream/use-table";
import { useTableStats } from "@/app/(dashboard)/[workspace]/tables/stream/use-table-stats";
import { usePersonalChoice } from "@/components/browser/use-personal-choice";
import { partLoadedLater } from "@/components/ui/loaded-later";
import { ProgressBar } from "@/components/ui/progress-bar";
import { fetchWindowOf } from "@/lib/table/row-window";
import type { Workspace } from "@/lib/workspace/workspace";
import { tablesParams } from "./search-params";
import { TableBands } from "./table-bands";
import { TableBar } from "./table-bar";
import { TableFoot } from "./table-foot";
import { sheetDensities, TableHead } from "./table-head";
import { TableSheet } from "./table-sheet";
import { NoRows, NoRowsMatch } from "./table-states";
import { useRowFilter } from "./use-row-filter";
import { useSheetArrangement } from "./use-sheet-arrangement";

const EditsBar = partLoadedLater(
  async () => (await import("@/app/(dashboard)/[workspace]/tables/edit/edits-bar")).EditsBar,
);

type TablePaneProps = { workspace: Workspace; digest: string; onShowTables: () => void };

/** One table: its rows as they stream in, with all controls. */
export function TablePane({ workspace, digest, onShowTables }: TablePaneProps) {
  const [params, setParams] = useQueryStates(tablesParams, { history: "push" });
  const arrangement = useSheetArrangement();
  const [density, setDensity] = usePersonalChoice("heddle-table-density", sheetDensities, "26");
  const [shown] = useState(() => new ShownRows());
  const findBox = useRef<HTMLInputElement>(null);
  const findStep = useRef<(by: 1 | -1) => void>(() => undefined);
  const rowDigests = useMemo(() => splitDigests(params.rows), [params.rows]);
  const window = fetchWindowOf(params.from, params.limit);
  const { from } = window;
  const listing = useTable({ ...params, workspace, digest, rowDigests, window, expanded: params.x });
  const { stream, source, discovery } = listing;
  const { rows } = stream;
  const { folded, hidden, frozen, order } = arrangement;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the shape changes with the fields
  const layout = useMemo(
    () => prepareSheet(discovery.root, { folded, hidden, frozen, order }),
    [discovery, discovery.shape, folded, hidden, frozen, order],
  );
  const stats = useTableStats(workspace, digest);
  const origin = useTableOrigin(workspace, digest, params.dataset);
  useRecordRecentTable(workspace.id, digest, params.dataset, rows.length > 0);
  const onCreated = (made: string, dataset: string | null) =>
    void setParams({ digest: made, dataset, from: 0, limit: null, cell: null });
  const editing = useTableEdits({ workspace, digest, origin, rows, onSaved: onCreated });
  const narrowing = useRowFilter(editing.rows, editing.rows.length);
  const finding = useFind(narrowing.rows, narrowing.rows.length, params.find);
  const isPart = from > 0 || window.limit !== null;
  const isWhole = !stream.isStreaming && stream.summary?.end.kind === "complete" && !source.isFull() && !isPart;
  const hasAllRows = isWhole && stream.summary?.badLines.length === 0;
  const exporting = useExport({
    question: listing.question,
    title: origin?.name ?? "table",
    loaded: hasAllRows ? rows : null,
  });
  const totalCount = rowDigests.length > 0 ? null : (stats?.rowCount ?? null);
  const isFiltered = isPart || rowDigests.length > 0 || narrowing.searchedCount !== null;
  const href = origin
    ? `/${workspace.slug}/objects?${new URLSearchParams({ object: origin.name, version: origin.versionDigest })}`
    : null;
  return (
    <>
      <TableHead
        workspace={workspace}
        onCompare={(base) => void setParams({ base, cell: null })}
        onCreated={onCreated}
        digest={digest}
        origin={origin}
        objectHref={href}
        shown={{
          digestsOf: isFiltered ? () => narrowing.rows.map((row) => row.digest) : null,
          count: narrowing.rows.length,
          isEdited: editing.edits.size > 0,
        }}
        layout={layout}
        arrangement={arrangement}
        density={density}
        onDensityChange={setDensity}
        canExport={rows.length > 0}
        isExporting={exporting.state.kind === "writing"}
        onExport={exporting.start}
      />
      <TableBar
        rowFilter={params.rows}
        onRowFilter={(text) => void setParams({ rows: text, from: 0, cell: null })}
        window={window}
        onWindow={(next) => void setParams({ ...next, cell: null })}
        sort={params.sort}
        onSort={(sort) => void setParams({ sort, from: 0 })}
        columns={layout.all}
        find={params.find}
        onFind={(find) => void setParams({ find }, { history: "replace" })}
        finding={finding}
        narrowing={narrowing}
        onFindStep={(by) => findStep.current(by)}
        findBox={findBox}
        listing={listing}
        totalCount={totalCount}
      />
      <div className="relative h-0">
        {stream.isStreaming ? (
          <ProgressBar
            label="Loading rows"
            {...(totalCount ? { share: rows.length / Math.max(1, totalCount - from) } : {})}
            className="absolute inset-x-0 -top-0.5 z-[5]"
          />
        ) : null}
      </div>
      {narrowing.rows.length > 0 ? (
        <TableSheet
          editing={editing}
          playgroundHref={(row) => `/${workspace.slug}/playground?${new URLSearchParams({ row: `${digest}:${row}` })}`}
          label={origin?.name ?? `Table ${digest}`}
          layout={layout}
          listing={listing}
          isWhole={isWhole}
          totalCount={totalCount}
          rowHeightPx={Number(density)}
          words={finding.words}
          findBox={findBox}
          findStep={findStep}
          nextMatch={(from, by) => nextMatch(finding.matches, from, by)}
          onRangeChange={shown.show}
          arrangement={arrangement}
          narrowing={narrowing}
        />
      ) : rows.length > 0 ? (
        <NoRowsMatch narrowing={narrowing} isStreaming={stream.isStreaming} />
      ) : (
        <div className="grid min-h-0 flex-1 overflow-auto border-t border-line">
          {stream.isStreaming || (!stream.summary && !stream.failure) ? (
            <SheetSkeleton rowHeightPx={Number(density)} />
          ) : (
            <NoRows
              workspace={workspace}
              listing={listing}
              stats={stats}
              onClearFilter={() => void setParams({ rows: "" })}
              onFromStart={() => void setParams({ from: 0, limit: null })}
              onShowTables={onShowTables}
            />
          )}
        </div>
      )}
      {editing.edits.size > 0 ? <EditsBar editing={editing} datasetName={origin?.name ?? null} /> : null}
      <TableBands
        listing={listing}
        totalCount={totalCount}
        exporting={exporting}
        onFrom={(from) => void setParams({ from, cell: null })}
      />
      <TableFoot listing={listing} shown={shown} isSorted={params.sort.length > 0} narrowing={narrowing} />
    </>
  );
}
