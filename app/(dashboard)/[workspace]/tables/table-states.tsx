"use client";

import type { ConditionList, NarrowedRows } from "@/app/(dashboard)/[workspace]/tables/find/narrowing";
import { conditionLabel } from "@/app/(dashboard)/[workspace]/tables/find/prepare-conditions";
import type { TableListing } from "@/app/(dashboard)/[workspace]/tables/stream/use-table";
import type { TableStats } from "@/app/(dashboard)/[workspace]/tables/stream/use-table-stats";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { Button } from "@/components/ui/button";
import { askAgain } from "@/lib/api/client/absent-operations";
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

/** Shown in place of rows: explains why there are none. Only for a stream that was requested and has ended. */
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
      <PaneState kind="no-match" title="No table with this digest" actions={toTables}>
        <span className="text-code">{question.digest}</span> is not stored in {question.projectId}. Each digest
        identifies one set of rows; other versions of a dataset have other digests.
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
            Clear filter
          </Button>
        }
      >
        {stats?.rowCount == null ? "" : `Without the filter the table has ${countOf(stats.rowCount, "row")}. `}
        Enter full digests, which are applied in the order of the sheet.
      </PaneState>
    );
  }
  if (from > 0) {
    return (
      <PaneState
        kind="no-match"
        title={`No rows from row ${formatCount(from)}`}
        actions={
          <Button size="small" onClick={onFromStart}>
            Show from first row
          </Button>
        }
      >
        {stats?.rowCount == null
          ? "The table ends before this row."
          : `The table has ${countOf(stats.rowCount, "row")}.`}
      </PaneState>
    );
  }
  if (stats?.isKnown && stats.rowCount !== null) {
    return (
      <PaneState kind="empty" title="This table has no rows" actions={toTables}>
        The table exists and is empty. Tables are immutable; appending rows creates a new table.
      </PaneState>
    );
  }
  return (
    <PaneState kind="no-match" title={`No rows for tbl ${shortDigest(question.digest)}`} actions={toTables}>
      The table is empty or does not exist; this service gives the same response in both cases.
    </PaneState>
  );
}

type NoRowsMatchProps = {
  narrowing: ConditionList & Pick<NarrowedRows, "searchedCount">;
  isStreaming: boolean;
};

/** Shown when rows are loaded and none meets the conditions. */
export function NoRowsMatch({ narrowing, isStreaming }: NoRowsMatchProps) {
  const { conditions, setConditions, searchedCount } = narrowing;
  const last = conditions.at(-1);
  return (
    <div className="grid min-h-0 flex-1 overflow-auto border-t border-line">
      <PaneState
        kind="no-match"
        title={`None of ${countOf(searchedCount ?? 0, "loaded row")} ${conditions.length === 1 ? "matches the filter" : `matches all ${conditions.length} filters`}`}
        actions={
          <>
            {last && conditions.length > 1 ? (
              <Button size="small" onClick={() => setConditions(conditions.slice(0, -1))}>
                Remove {conditionLabel(last).field}
              </Button>
            ) : null}
            <Button size="small" onClick={() => setConditions([])}>
              Clear filters
            </Button>
          </>
        }
      >
        {isStreaming ? "More rows are loading. " : ""}Values filter the loaded rows; the service can only filter by row
        digest.
      </PaneState>
    </div>
  );
}

/** A stream that broke before its first row is a failure, never an empty table; the messages below offer to resume. */
function NoResponseState({ summary }: { summary: StreamSummary }) {
  const { end, badLines } = summary;
  if (end.kind === "stopped") {
    return (
      <PaneState kind="cut" title="Stopped before the first row">
        No rows were loaded.
      </PaneState>
    );
  }
  const title = end.kind === "cut-short" ? "The stream ended before its first row" : "No line could be read";
  return (
    <PaneState isFailure kind="cut" title={title}>
      {end.kind === "cut-short"
        ? "The response ended early. It is not clear whether the table has rows."
        : `${countOf(badLines.length, "line")} received, none of which is a row.`}
    </PaneState>
  );
}

function TablesUnsupported({ workspace, onRetry }: { workspace: Workspace; onRetry: () => void }) {
  return (
    <PaneState
      kind="not-offered"
      title="This connection does not support tables"
      actions={
        <Button
          size="small"
          onClick={() => {
            for (const operation of ["table.queryStream", "table.query"]) askAgain(operation);
            onRetry();
          }}
        >
          Retry
        </Button>
      }
    >
      <b>{workspace.connectionName}</b> supports neither <span className="text-code">/table/query_stream</span> nor{" "}
      <span className="text-code">/table/query</span>, so rows cannot be read. Objects that reference this table can
      still be read if <span className="text-code">/obj/read</span> is available.
    </PaneState>
  );
}
