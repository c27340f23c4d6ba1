"use client";

import type { RefObject } from "react";
import type { ContentSearch } from "@/components/calls/use-content-search";
import { FindBox } from "@/components/filter/find-box";
import { positionOf } from "@/lib/trace/tree/folds";
import { adjacentMatch } from "@/lib/trace/tree/trace-search";

type TraceSearchBoxProps = {
  text: string;
  onText: (text: string | null) => void;
  inputRef: RefObject<HTMLInputElement | null>;
  matches: Int32Array | null;
  /** True while the matches are those of an earlier text. */
  isBehind: boolean;
  /** The part of the search that the service does. */
  content: ContentSearch;
  selectedRow: number;
  onSelect: (row: number) => void;
};

/** Finds calls by name, op, model, error and id, and by their inputs and outputs. */
export function TraceSearchBox(props: TraceSearchBoxProps) {
  const { text, onText, inputRef, matches, isBehind, content, selectedRow, onSelect } = props;
  return (
    <FindBox
      label="Search in this trace"
      text={text}
      onText={onText}
      inputRef={inputRef}
      matchCount={matches?.length ?? null}
      matchIndex={matches === null ? -1 : positionOf(matches, selectedRow)}
      isBehind={isBehind}
      isPending={content.isPending}
      isCut={content.isCut}
      onRetry={content.failure ? content.retry : null}
      onStep={(by) => {
        const row = matches ? adjacentMatch(matches, selectedRow, by) : -1;
        if (row >= 0) onSelect(row);
      }}
    />
  );
}
