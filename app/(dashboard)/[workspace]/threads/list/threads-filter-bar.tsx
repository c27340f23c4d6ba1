import type { RefObject } from "react";
import { FilterBar } from "@/components/filter/filter-bar";
import { RowsWindow } from "@/components/table/rows-window";
import type { QueryProblem } from "@/lib/filter/query-text";
import type { FetchWindow } from "@/lib/table/row-window";
import { threadFields } from "@/lib/thread/threads-query";

const offered = {
  label: "Common filters",
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
  /** Some filters only apply to loaded rows and are not sent to the service. */
  isLocal: boolean;
  inputRef: RefObject<HTMLInputElement | null>;
};

/** The query box of threads, with a note on the scope of statistics and search. */
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
            {isLocal ? "Only loaded threads are searched" : "Latency covers turns only"}
          </span>
        </>
      }
    />
  );
}
