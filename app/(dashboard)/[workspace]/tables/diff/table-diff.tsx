"use client";

import { DIFF_LIMITS } from "@/app/(dashboard)/[workspace]/tables/stream/table-source";
import type { TableListing } from "@/app/(dashboard)/[workspace]/tables/stream/use-table";
import { KeyHints, keyHint } from "@/components/keyboard/key-hints";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { Button } from "@/components/ui/button";
import { PageFoot } from "@/components/ui/page-head";
import { ProgressBar } from "@/components/ui/progress-bar";
import { countOf, formatCount } from "@/lib/format/count";
import type { Workspace } from "@/lib/workspace/workspace";
import { DiffBar } from "./diff-bar";
import { DiffHead } from "./diff-head";
import { DiffSheet } from "./diff-sheet";
import type { DiffKind } from "./prepare-table-diff";
import { isFullyLoaded, type TableDiffState, useTableDiff } from "./use-table-diff";

/** The changes that the user made to the comparison's settings; null restores a default. */
interface DiffChange {
  /** Digests of the tables after and before; without the latter nothing is compared. */
  readonly digest?: string;
  readonly base?: string;
  readonly dataset?: null;
  readonly key?: string | null;
  readonly kinds?: DiffKind[] | null;
}

type TableDiffProps = {
  workspace: Workspace;
  before: string;
  after: string;
  /** Column by which changed rows are paired; see {@link useTableDiff}. */
  keyId: string | null;
  /** Kinds of differences that are shown. */
  kinds: readonly DiffKind[];
  onChange: (change: DiffChange) => void;
};

/** The differences of two tables, row by row and cell by cell. */
export function TableDiff({ workspace, before, after, keyId, kinds, onChange }: TableDiffProps) {
  const state = useTableDiff(workspace, before, after, keyId);
  const { difference } = state;
  return (
    <>
      <DiffHead
        before={before}
        after={after}
        onSwap={() => onChange({ digest: before, base: after, dataset: null })}
        onClose={() => onChange({ base: "", key: null, kinds: null })}
      />
      {difference ? (
        <>
          <DiffBar
            difference={difference}
            kinds={kinds}
            onKinds={(next) => onChange({ kinds: next })}
            onKey={(key) => onChange({ key })}
          />
          <DiffSheet difference={difference} kinds={kinds} onShowSame={() => onChange({ kinds: [...kinds, "same"] })} />
        </>
      ) : (
        <Waiting state={state} />
      )}
      <PageFoot hints={<KeyHints hints={[keyHint("tables", ["ArrowUp", "ArrowDown"], "row")]} />}>
        <span>
          {countOf(state.before.stream.rows.length, "row")} before, {formatCount(state.after.stream.rows.length)} after
        </span>
        {difference ? <span>{countOf(difference.changes.size, "column")} with changes</span> : null}
      </PageFoot>
    </>
  );
}

/** Shown until both tables are complete: the progress of each, or why it cannot be completed. */
function Waiting({ state }: { state: TableDiffState }) {
  const sides = [
    { name: "before", listing: state.before },
    { name: "after", listing: state.after },
  ] as const;
  const stuck = sides.find(({ listing }) => !listing.stream.isStreaming && isIncomplete(listing));
  if (!stuck) {
    return (
      <div className="grid min-h-0 flex-1 content-start border-t border-line">
        <ProgressBar label="Comparing tables" />
        <p role="status" className="px-4 py-3 text-small text-ink-2">
          {sides.every(({ listing }) => isFullyLoaded(listing))
            ? "Comparing: "
            : "Both tables are loaded completely before they are compared: "}
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
        <PaneState kind="cut" title="The tables are too large to compare here">
          Table {name} has more than {formatCount(DIFF_LIMITS.rows)} rows, or more text than a page can hold. Export
          both as JSONL and compare the files.
        </PaneState>
      ) : (
        <PaneState
          isFailure
          kind="cut"
          title={`Table ${name} is incomplete`}
          actions={
            <Button size="small" onClick={resume}>
              Resume
            </Button>
          }
        >
          {summary?.badLines.length
            ? `${countOf(summary.badLines.length, "line")} could not be read. `
            : "The stream ended early. "}
          Only complete tables can be compared.
        </PaneState>
      )}
    </div>
  );
}

function isIncomplete(listing: TableListing): boolean {
  return (listing.stream.failure !== null || listing.stream.summary !== null) && !isFullyLoaded(listing);
}
