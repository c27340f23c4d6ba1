import type { RefObject } from "react";
import { FilterBar } from "@/components/filter/filter-bar";
import { RowsWindow } from "@/components/table/rows-window";
import type { QueryProblem } from "@/lib/filter/query-text";
import type { FetchWindow } from "@/lib/table/row-window";
import { threadFields } from "@/lib/thread/threads-query";

const offered = {
  label: "Often used",
  terms: [
    { text: "p99:>1s", words: "p99 turn over 1 s" },
    { text: "p99:>10s", words: "p99 turn over 10 s" },
    { text: "turns:>1", words: "More than one turn" },
  ],
} as const;

const sources = threadFields.map(({ field, hint }) => ({ field, hint, values: [] }));

type ThreadsFilterBarProps = {
  query: string;
  onQueryChange: (query: string) => void;
  problems: readonly QueryProblem[];
  window: FetchWindow;
  onWindow: (window: FetchWindow) => void;
  /** Something is compared in loaded rows, which the service was not asked. */
  isLocal: boolean;
  inputRef: RefObject<HTMLInputElement | null>;
};

/** The query box of threads, and what the figures and the search are about. */
export function ThreadsFilterBar({ isLocal, window, onWindow, ...props }: ThreadsFilterBarProps) {
  return (
    <FilterBar
      {...props}
      placeholder="Thread id or message text"
      sources={sources}
      offered={offered}
      trailing={
        <>
          <span className="flex-none max-md:hidden">
            <RowsWindow noun="thread" window={window} onChange={onWindow} />
          </span>
          <span className="ml-auto flex h-(--ctl-h-small) flex-none items-center pl-2 text-small text-ink-3 max-lg:hidden">
            {isLocal ? "Looked for in the loaded threads" : "Statistics count turn calls only"}
          </span>
        </>
      }
    />
  );
}
