"use client";

import type { ConditionList, NarrowedRows } from "@/app/(dashboard)/[workspace]/tables/find/narrowing";
import { conditionLabel } from "@/app/(dashboard)/[workspace]/tables/find/prepare-conditions";
import type { TableListing } from "@/app/(dashboard)/[workspace]/tables/stream/use-table";
import type { TableStats } from "@/app/(dashboard)/[workspace]/tables/stream/use-table-stats";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { Button } from "@/components/ui/button";
import type { StreamSummary } from "@/lib/api/client/json-lines";
import { shortDigest } from "@/lib/dataset/table-address";
import { countOf, formatCount } from "@/lib/format/count";
import type { Workspace } from "@/lib/workspace/workspace";

type NoRowsProps = {
  workspace: Workspace;
  listing: TableListing;
  stats: TableStats | null;
  onClearFilter: () => void;
  onFromStart: () => void;
  onShowTables: () => void;
};

/** In place of rows: why there are none. Only for a stream that was asked and has ended. */
export function NoRows({ workspace, listing, stats, onClearFilter, onFromStart, onShowTables }: NoRowsProps) {
  const { stream, question, window } = listing;
  const { from } = window;
  const { failure, summary } = stream;
  if (failure?.kind === "unsupported") return <TablesUnsupported workspace={workspace} onRetry={stream.resume} />;
  if (failure) return <FailureState failure={failure} onRetry={stream.resume} isRetrying={stream.isStreaming} />;
  if (!summary) return null;
  if (summary.end.kind !== "complete" || summary.badLines.length > 0) return <NoResponseState summary={summary} />;
  const toTables = (
    <Button size="small" kind="ghost" onClick={onShowTables}>
      All tables
    </Button>
  );
  if (stats && !stats.isKnown) {
    return (
      <PaneState kind="no-match" title="There is no table with this digest" actions={toTables}>
        <span className="text-code">{question.digest}</span> is not stored in {question.projectId}. A digest belongs to
        the rows of one table; another version of a dataset has another one.
      </PaneState>
    );
  }
  const filterCount = question.rowDigests.length;
  if (filterCount > 0) {
    return (
      <PaneState
        kind="no-match"
        title={`No row has ${filterCount === 1 ? "this digest" : `one of these ${filterCount} digests`}`}
        actions={
          <Button size="small" onClick={onClearFilter}>
            Clear the filter
          </Button>
        }
      >
        {stats?.rowCount == null ? "" : `Without it there would be ${countOf(stats.rowCount, "row")}. `}
        The filter takes whole digests, in the order of the sheet.
      </PaneState>
    );
  }
  if (from > 0) {
    return (
      <PaneState
        kind="no-match"
        title={`No rows from row ${formatCount(from)} on`}
        actions={
          <Button size="small" onClick={onFromStart}>
            Show from the first row
          </Button>
        }
      >
        {stats?.rowCount == null ? "The table ends before." : `The table has ${countOf(stats.rowCount, "row")}.`}
      </PaneState>
    );
  }
  if (stats?.isKnown && stats.rowCount !== null) {
    return (
      <PaneState kind="empty" title="This table has no rows" actions={toTables}>
        It is stored, and it was stored empty. A table never changes: rows that are added make another table.
      </PaneState>
    );
  }
  return (
    <PaneState kind="no-match" title={`No rows for tbl ${shortDigest(question.digest)}`} actions={toTables}>
      Either the table is empty, or there is none with this digest: this service answers both in the same way.
    </PaneState>
  );
}

type NoRowsMatchProps = {
  narrowing: ConditionList & Pick<NarrowedRows, "searchedCount">;
  isStreaming: boolean;
};

/** Rows have come, and none of them meets the conditions. */
export function NoRowsMatch({ narrowing, isStreaming }: NoRowsMatchProps) {
  const { conditions, setConditions, searchedCount } = narrowing;
  const last = conditions.at(-1);
  return (
    <div className="grid min-h-0 flex-1 overflow-auto border-t border-line">
      <PaneState
        kind="no-match"
        title={`None of ${countOf(searchedCount ?? 0, "loaded row")} ${conditions.length === 1 ? "passes the filter" : `passes all ${conditions.length} filters`}`}
        actions={
          <>
            {last && conditions.length > 1 ? (
              <Button size="small" onClick={() => setConditions(conditions.slice(0, -1))}>
                Drop {conditionLabel(last).field}
              </Button>
            ) : null}
            <Button size="small" onClick={() => setConditions([])}>
              Clear the filters
            </Button>
          </>
        }
      >
        {isStreaming ? "More rows are arriving. " : ""}Values narrow the rows that are loaded; the service itself
        filters by digests of rows.
      </PaneState>
    </div>
  );
}

/** A stream that broke before its first row is a failure, never an empty table; the bands below have the way on. */
function NoResponseState({ summary }: { summary: StreamSummary }) {
  const { end, badLines } = summary;
  if (end.kind === "stopped") {
    return (
      <PaneState kind="cut" title="Stopped before the first row">
        Nothing is known of the rows yet.
      </PaneState>
    );
  }
  const title = end.kind === "cut-short" ? "The stream ended before its first row" : "No line could be read";
  return (
    <PaneState isFailure kind="cut" title={title}>
      {end.kind === "cut-short"
        ? "The service had begun to answer. Whether the table has rows is not known."
        : `${countOf(badLines.length, "line")} came, and none of them is a row.`}
    </PaneState>
  );
}

function TablesUnsupported({ workspace, onRetry }: { workspace: Workspace; onRetry: () => void }) {
  return (
    <PaneState
      kind="not-offered"
      title="This connection does not offer tables"
      actions={
        <Button size="small" onClick={onRetry}>
          Ask again
        </Button>
      }
    >
      <b>{workspace.connectionName}</b> has neither <span className="text-code">/table/query_stream</span> nor{" "}
      <span className="text-code">/table/query</span>, so rows cannot be read. The objects that name this table can
      still be read where <span className="text-code">/obj/read</span> is offered.
    </PaneState>
  );
}
