"use client";

import { ChevronDown, ChevronUp, Search, TriangleAlert } from "lucide-react";
import type { RefObject } from "react";
import type { ContentSearch } from "@/components/calls/use-content-search";
import { Input } from "@/components/form/input";
import { Button } from "@/components/ui/button";
import { KeyCap } from "@/components/ui/key-cap";
import { Tooltip } from "@/components/ui/tooltip";
import { formatCount } from "@/lib/format/count";
import { positionOf } from "@/lib/trace/tree/folds";
import { adjacentMatch } from "@/lib/trace/tree/trace-search";

type TraceSearchBoxProps = {
  text: string;
  onText: (text: string | null) => void;
  inputRef: RefObject<HTMLInputElement | null>;
  matches: Int32Array | null;
  /** The part of the search that the service does. */
  content: ContentSearch;
  selectedRow: number;
  onSelect: (row: number) => void;
};

/** Finds calls by name, op, model, error and id, and by their inputs and outputs. Enter goes to the next match, Shift+Enter to the previous one. */
export function TraceSearchBox(props: TraceSearchBoxProps) {
  const { text, onText, inputRef, matches, content, selectedRow, onSelect } = props;
  const step = (by: 1 | -1) => {
    const row = matches ? adjacentMatch(matches, selectedRow, by) : -1;
    if (row >= 0) onSelect(row);
  };
  return (
    <>
      <Input
        ref={inputRef}
        size="small"
        className="w-[216px] min-w-[132px] shrink max-md:flex-none"
        type="search"
        aria-label="Search in this trace"
        placeholder="Search in this trace"
        value={text}
        onChange={(event) => onText(event.target.value || null)}
        onKeyDown={(event) => {
          if (event.key === "Enter") step(event.shiftKey ? -1 : 1);
          else if (event.key === "Escape") {
            onText(null);
            event.currentTarget.blur();
          } else return;
          event.preventDefault();
        }}
        leading={<Search size={14} strokeWidth={1.7} aria-hidden="true" />}
        trailing={
          matches ? (
            <MatchCount matches={matches} selectedRow={selectedRow} isPending={content.isPending} />
          ) : (
            <KeyCap>/</KeyCap>
          )
        }
      />
      {content.failure && matches && matches.length > 0 ? (
        <Tooltip text="Inputs and outputs could not be searched. Press to try again.">
          <Button kind="ghost" size="icon-small" aria-label="Search inputs and outputs again" onClick={content.retry}>
            <TriangleAlert size={14} strokeWidth={1.7} aria-hidden="true" className="text-warn" />
          </Button>
        </Tooltip>
      ) : null}
      {matches && matches.length > 0 ? (
        <span className="flex flex-none">
          <Button kind="ghost" size="icon-small" aria-label="Previous match" onClick={() => step(-1)}>
            <ChevronUp size={14} strokeWidth={1.7} aria-hidden="true" />
          </Button>
          <Button kind="ghost" size="icon-small" aria-label="Next match" onClick={() => step(1)}>
            <ChevronDown size={14} strokeWidth={1.7} aria-hidden="true" />
          </Button>
        </span>
      ) : null}
    </>
  );
}

/** The position of the selected match, and the number of matches. */
type MatchCountProps = { matches: Int32Array; selectedRow: number; isPending: boolean };

function MatchCount({ matches, selectedRow, isPending }: MatchCountProps) {
  const at = positionOf(matches, selectedRow);
  const none = isPending ? "" : "none";
  return (
    <span role="status" className="flex-none text-micro text-ink-3">
      {matches.length === 0 ? none : `${at < 0 ? "–" : formatCount(at + 1)}/${formatCount(matches.length)}`}
      {isPending ? "…" : ""}
    </span>
  );
}
