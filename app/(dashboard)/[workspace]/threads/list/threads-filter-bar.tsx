import { type RefObject, useMemo, useState } from "react";
import { useFieldValues } from "@/components/calls/use-field-values";
import { FilterBar } from "@/components/filter/filter-bar";
import { useUserNames } from "@/components/session/use-user-names";
import { RowsWindow } from "@/components/table/rows-window";
import type { ProjectScore } from "@/lib/api/contract/feedback/scores";
import { threadFieldSuggestions } from "@/lib/calls/field-suggestions";
import type { QueryProblem } from "@/lib/filter/query-text";
import { type SuggestionSource, withFieldValues } from "@/lib/filter/suggestions";
import type { TimeRange } from "@/lib/filter/time-range";
import { scoreSuggestions } from "@/lib/score/score-suggestions";
import type { FetchWindow } from "@/lib/table/row-window";
import { threadFields } from "@/lib/thread/threads-query";
import type { Workspace } from "@/lib/workspace/workspace";

const offered = {
  label: "Common filters",
  terms: [
    { text: "p99:>1s", words: "p99 turn over 1 s" },
    { text: "p99:>10s", words: "p99 turn over 10 s" },
    { text: "turns:>1", words: "More than one turn" },
  ],
} as const;

const fields: readonly SuggestionSource[] = threadFields.map(({ field, hint }) => ({ field, hint, values: [] }));

type ThreadsFilterBarProps = {
  workspace: Workspace;
  range: TimeRange;
  query: string;
  onQueryChange: (query: string) => void;
  problems: readonly QueryProblem[];
  /** The scores of the project, which the box suggests. */
  scores: readonly ProjectScore[];
  /** The service filters threads by their calls. */
  canFilterCalls: boolean;
  window: FetchWindow;
  onWindow: (window: FetchWindow) => void;
  /** Some filters only apply to loaded rows and are not sent to the service. */
  isLocal: boolean;
  inputRef: RefObject<HTMLInputElement | null>;
};

/** The query box of threads, with a note on the scope of statistics and search. */
export function ThreadsFilterBar(props: ThreadsFilterBarProps) {
  const { workspace, range, isLocal, window, onWindow, scores, canFilterCalls, ...rest } = props;
  const [field, setField] = useState<string | null>(null);
  // Terms about threads say nothing about calls: the values are those of all calls in the range.
  const values = useFieldValues({
    workspace,
    query: "",
    areRootsOnly: false,
    range,
    field: canFilterCalls && field !== "thread" ? field : null,
  });
  const userNames = useUserNames(/(?:user|key):/.test(props.query));
  const sources = useMemo(
    () =>
      withFieldValues(
        [...fields, ...(canFilterCalls ? [...threadFieldSuggestions, ...scoreSuggestions(scores)] : [])],
        values,
      ),
    [scores, canFilterCalls, values],
  );
  return (
    <FilterBar
      {...rest}
      userNames={userNames}
      onFieldTyped={setField}
      placeholder="Thread id or message text"
      sources={sources}
      offered={offered}
      problemEffect="No threads are shown until it is corrected."
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
