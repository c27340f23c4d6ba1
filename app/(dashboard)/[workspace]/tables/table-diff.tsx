"use client";

import { useQueryStates } from "nuqs";
import { PageFoot } from "@/components/layout/page-head";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { Button } from "@/components/ui/button";
import { KeyHint } from "@/components/ui/key-cap";
import { Shuttle } from "@/components/ui/shuttle";
import { countOf, formatCount } from "@/lib/format/count";
import type { Workspace } from "@/lib/workspace/workspace";
import { DiffBar } from "./diff-bar";
import { DiffHead } from "./diff-head";
import { DiffSheet } from "./diff-sheet";
import { tablesParams } from "./search-params";
import { diffRoom } from "./table-source";
import type { TableListing } from "./use-table";
import { isWhole, type TableDiffState, useTableDiff } from "./use-table-diff";

type TableDiffProps = { workspace: Workspace; before: string; after: string };

/** What two tables differ in, row by row and cell by cell. */
export function TableDiff({ workspace, before, after }: TableDiffProps) {
  const [params, setParams] = useQueryStates(tablesParams, { history: "push" });
  const state = useTableDiff(workspace, before, after, params.key);
  const { difference } = state;
  return (
    <>
      <DiffHead
        before={before}
        after={after}
        onSwap={() => void setParams({ digest: before, base: after, dataset: null })}
        onClose={() => void setParams({ base: "", key: null, kinds: null })}
      />
      {difference ? (
        <>
          <DiffBar
            difference={difference}
            kinds={params.kinds}
            onKinds={(kinds) => void setParams({ kinds })}
            onKey={(key) => void setParams({ key })}
          />
          <DiffSheet
            difference={difference}
            kinds={params.kinds}
            onShowSame={() => void setParams({ kinds: [...params.kinds, "same"] })}
          />
        </>
      ) : (
        <Waiting state={state} />
      )}
      <PageFoot hints={<KeyHint keys={["↑", "↓"]}>row</KeyHint>}>
        <span>
          {countOf(state.before.stream.rows.length, "row")} before, {formatCount(state.after.stream.rows.length)} after
        </span>
        {difference ? <span>{countOf(difference.changes.size, "column")} with changes</span> : null}
      </PageFoot>
    </>
  );
}

/** Until both tables are whole: how far each is, or why it will not be. */
function Waiting({ state }: { state: TableDiffState }) {
  const sides = [
    { name: "before", listing: state.before },
    { name: "after", listing: state.after },
  ] as const;
  const stuck = sides.find(({ listing }) => !listing.stream.isStreaming && isStuck(listing));
  if (!stuck) {
    return (
      <div className="grid min-h-0 flex-1 content-start border-t border-line">
        <Shuttle label="Comparing tables" />
        <p role="status" className="px-4 py-3 text-small text-ink-2">
          {sides.every(({ listing }) => isWhole(listing))
            ? "Comparing: "
            : "Both tables are read whole before they are compared: "}
          {sides.map(({ name, listing }) => `${countOf(listing.stream.rows.length, "row")} ${name}`).join(", ")}.
        </p>
      </div>
    );
  }
  const { listing, name } = stuck;
  const { failure, summary, resume } = listing.stream;
  return (
    <div className="grid min-h-0 flex-1 border-t border-line">
      {failure ? (
        <FailureState failure={failure} onRetry={resume} />
      ) : listing.source.isFull() ? (
        <PaneState warp="cut" title="The tables are too large to compare here">
          The table {name} has more than {formatCount(diffRoom.rows)} rows, or more text than a page keeps. Export both
          as JSONL and compare the files.
        </PaneState>
      ) : (
        <PaneState
          isFailure
          warp="cut"
          title={`The table ${name} is not whole`}
          actions={
            <Button size="small" onClick={resume}>
              Resume
            </Button>
          }
        >
          {summary?.badLines.length
            ? `${countOf(summary.badLines.length, "line")} could not be read. `
            : "Its stream ended early. "}
          Differences of a part would not be differences of the tables.
        </PaneState>
      )}
    </div>
  );
}

function isStuck(listing: TableListing): boolean {
  return (listing.stream.failure !== null || listing.stream.summary !== null) && !isWhole(listing);
}
