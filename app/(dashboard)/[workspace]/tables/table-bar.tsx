"use client";

import { ChevronDown, ChevronUp, Pause, Play, Search } from "lucide-react";
import { type RefObject, useState } from "react";
import { SortKeys } from "@/app/(dashboard)/[workspace]/tables/columns/sort-keys";
import { ConditionChips } from "@/app/(dashboard)/[workspace]/tables/find/condition-chips";
import type { ConditionList, NarrowedRows } from "@/app/(dashboard)/[workspace]/tables/find/narrowing";
import type { RowScan } from "@/app/(dashboard)/[workspace]/tables/find/use-row-scan";
import type { SheetColumn } from "@/app/(dashboard)/[workspace]/tables/sheet/prepare-sheet";
import { streamingText } from "@/app/(dashboard)/[workspace]/tables/stream/prepare-streaming-text";
import type { TableListing } from "@/app/(dashboard)/[workspace]/tables/stream/use-table";
import { Input } from "@/components/form/input";
import { StatusGlyph } from "@/components/glyph/status-glyph";
import { RowsWindow } from "@/components/table/rows-window";
import { Button } from "@/components/ui/button";
import { countOf, formatCount } from "@/lib/format/count";
import type { FetchWindow } from "@/lib/table/row-window";
import type { Sort } from "@/lib/table/sort";

type TableBarProps = {
  rowFilter: string;
  onRowFilter: (text: string) => void;
  window: FetchWindow;
  onWindow: (window: FetchWindow) => void;
  sort: readonly Sort[];
  onSort: (sort: Sort[]) => void;
  columns: readonly SheetColumn[];
  find: string;
  onFind: (text: string) => void;
  finding: RowScan;
  narrowing: NarrowedRows & ConditionList;
  onFindStep: (by: 1 | -1) => void;
  findBox: RefObject<HTMLInputElement | null>;
  listing: TableListing;
  totalCount: number | null;
};

/** Filters and sorts the request to the service; searches the loaded rows. */
export function TableBar(props: TableBarProps) {
  return (
    <div className="flex min-h-[34px] flex-none flex-wrap items-start gap-1.5 pr-3 pb-2.5 pl-4 max-md:flex-nowrap max-md:overflow-x-auto max-md:px-3 max-md:[scrollbar-width:none]">
      <RowFilter key={props.rowFilter} text={props.rowFilter} onChange={props.onRowFilter} />
      <FindBox {...props} />
      <ConditionChips conditions={props.narrowing.conditions} onChange={props.narrowing.setConditions} />
      <SortKeys sort={props.sort} columns={props.columns} onChange={props.onSort} />
      <RowsWindow noun="row" window={props.window} onChange={props.onWindow} />
      <StreamingRows listing={props.listing} totalCount={props.totalCount} />
    </div>
  );
}

/** The filter is applied when the text is complete, since a partial digest matches nothing. */
function RowFilter({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const [typed, setTyped] = useState(text);
  const ask = () => {
    if (typed.trim() !== text) onChange(typed.trim());
  };
  return (
    <Input
      size="small"
      isMono
      type="search"
      aria-label="Filter by row digest"
      placeholder="Row digests, comma separated"
      value={typed}
      isChanged={text !== ""}
      onChange={(event) => {
        setTyped(event.target.value);
        if (event.target.value === "" && text !== "") onChange("");
      }}
      onBlur={ask}
      onKeyDown={(event) => event.key === "Enter" && ask()}
      leading={<Search size={14} strokeWidth={1.7} aria-hidden="true" />}
      className="w-[244px] max-md:w-[200px] max-md:flex-none"
    />
  );
}

function FindBox({ find, onFind, finding, narrowing, onFindStep, findBox }: TableBarProps) {
  const { matches, searchedCount } = finding;
  const isSearching = find.trim() !== "" && searchedCount < narrowing.rows.length;
  return (
    <span className="flex flex-none items-center gap-0.5">
      <Input
        ref={findBox}
        size="small"
        type="search"
        aria-label="Find in the loaded rows"
        placeholder="Find in loaded rows"
        value={find}
        onChange={(event) => onFind(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") onFindStep(event.shiftKey ? -1 : 1);
          if (event.key === "Escape") event.currentTarget.blur();
        }}
        className="w-[176px] max-md:w-[150px]"
      />
      {find.trim() === "" ? null : (
        <>
          <span role="status" className="px-1 text-small whitespace-nowrap text-ink-3">
            {isSearching ? "Searching, " : ""}
            {countOf(matches.length, "row")} of {formatCount(searchedCount)} loaded
          </span>
          <Button kind="ghost" size="icon-small" aria-label="Previous match" onClick={() => onFindStep(-1)}>
            <ChevronUp size={14} strokeWidth={1.7} aria-hidden="true" />
          </Button>
          <Button kind="ghost" size="icon-small" aria-label="Next match" onClick={() => onFindStep(1)}>
            <ChevronDown size={14} strokeWidth={1.7} aria-hidden="true" />
          </Button>
        </>
      )}
    </span>
  );
}

/** The progress while rows arrive, with the remaining time when available, and the button to pause. */
function StreamingRows({ listing, totalCount }: { listing: TableListing; totalCount: number | null }) {
  const { stream } = listing;
  if (!stream.isStreaming) {
    if (stream.summary?.end.kind !== "stopped") return null;
    return (
      <Button
        size="small"
        className="ml-auto"
        onClick={stream.resume}
        icon={<Play size={12} strokeWidth={2} aria-hidden="true" />}
      >
        Resume
      </Button>
    );
  }
  const { count, rest } = streamingText(stream.rows.length, totalCount, stream.durationMs);
  return (
    <span className="ml-auto flex h-6 items-center gap-2 text-small whitespace-nowrap">
      <span className="flex items-center gap-1.5 text-accent-text">
        <StatusGlyph status="running" label="" />
        {count}
      </span>
      {rest === "" ? null : <span className="text-ink-3">{rest}</span>}
      <Button size="small" onClick={stream.stop} icon={<Pause size={12} strokeWidth={2} aria-hidden="true" />}>
        Pause
      </Button>
    </span>
  );
}
