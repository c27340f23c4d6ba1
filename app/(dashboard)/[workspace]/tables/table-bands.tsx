"use client";

import type { ReactNode } from "react";
import type { TableExport } from "@/app/(dashboard)/[workspace]/tables/export/use-export";
import { SHEET_LIMITS } from "@/app/(dashboard)/[workspace]/tables/stream/table-source";
import type { TableListing } from "@/app/(dashboard)/[workspace]/tables/stream/use-table";
import { BadLinesNote, CutShortBand } from "@/components/state/cut-short-band";
import { FailureDetails } from "@/components/state/failure-state";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { formatBytes } from "@/lib/format/bytes";
import { countOf, formatCount } from "@/lib/format/count";

type TableBandsProps = {
  listing: TableListing;
  totalCount: number | null;
  exporting: TableExport;
  onFrom: (from: number) => void;
};

/** Messages between the rows and the footer: what is incomplete, and how to continue. Loaded rows are always kept. */
export function TableBands({ listing, totalCount, exporting, onFrom }: TableBandsProps) {
  const { stream, source, window } = listing;
  const { summary, failure } = stream;
  const count = stream.rows.length;
  const isResuming = stream.isStreaming;
  return (
    <>
      {failure && count > 0 ? (
        <Band>
          <Callout tone="err">
            <span className="font-medium">Resuming failed. {countOf(count, "row")} kept.</span>
            <FailureDetails failure={failure} />
            <Button size="small" onClick={stream.resume} className="mt-1.5">
              Retry
            </Button>
          </Callout>
        </Band>
      ) : null}
      {summary ? <BadLinesNote summary={summary} /> : null}
      {summary && !failure && !isResuming ? (
        <CutShortBand
          summary={summary}
          shownCount={count}
          totalCount={totalCount}
          onResume={stream.resume}
          isResuming={isResuming}
        />
      ) : null}
      {source.isFull() || window.from > 0 || window.limit !== null ? (
        <PartBand count={count} from={window.from} isFull={source.isFull()} totalCount={totalCount} onFrom={onFrom} />
      ) : null}
      <ExportBand exporting={exporting} />
    </>
  );
}

type PartBandProps = {
  from: number;
  count: number;
  isFull: boolean;
  totalCount: number | null;
  onFrom: (from: number) => void;
};

/** Shown when the page holds a part of a very large table, with buttons for the other parts. */
function PartBand({ count, from, isFull, totalCount, onFrom }: PartBandProps) {
  return (
    <Band>
      <span>
        {isFull
          ? `This page shows at most ${formatCount(SHEET_LIMITS.rows)} rows, or ${formatBytes(SHEET_LIMITS.bytes)} of text, at a time. Showing rows `
          : "Showing rows "}
        {formatCount(from + 1)} to {formatCount(from + count)}
        {totalCount === null ? "" : ` of ${formatCount(totalCount)}`}. Exports include all rows.
      </span>
      <span className="ml-auto flex gap-1.5">
        {from > 0 ? (
          <Button size="small" onClick={() => onFrom(Math.max(0, from - (isFull ? count : SHEET_LIMITS.rows)))}>
            Previous rows
          </Button>
        ) : null}
        {isFull ? (
          <Button size="small" onClick={() => onFrom(from + count)}>
            Next rows
          </Button>
        ) : null}
      </span>
    </Band>
  );
}

function ExportBand({ exporting: { state, start, stop } }: { exporting: TableExport }) {
  if (state.kind === "resting") return null;
  const name = state.format.toUpperCase();
  if (state.kind === "writing") {
    return (
      <Band>
        <span role="status">
          {state.step === "columns" ? `Finding the columns of the ${name} file` : `Writing the ${name} file`}:{" "}
          {countOf(state.rowCount, "row")}
        </span>
        <Button size="small" className="ml-auto" onClick={stop}>
          Stop
        </Button>
      </Band>
    );
  }
  return (
    <Band>
      <Callout tone="err" className="grow">
        <span className="font-medium">The {name} file was not created, since it would be incomplete.</span>
        <FailureDetails failure={state.failure} />
        <Button size="small" onClick={() => start(state.format)} className="mt-1.5">
          Retry
        </Button>
      </Callout>
    </Band>
  );
}

function Band({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-[34px] flex-none flex-wrap items-center gap-2 border-t border-line bg-sunken py-1 pr-2.5 pl-4 text-small">
      {children}
    </div>
  );
}
