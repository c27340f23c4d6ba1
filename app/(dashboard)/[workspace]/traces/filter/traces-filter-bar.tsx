"use client";

import { type ReactNode, type RefObject, useMemo, useState } from "react";
import { AskButton } from "@/components/ask/ask-button";
import { CallsFilterBar } from "@/components/calls/calls-filter-bar";
import { useFieldValues } from "@/components/calls/use-field-values";
import { useRecentQueries } from "@/components/filter/use-recent-queries";
import type { ProjectScore } from "@/lib/api/contract/feedback/scores";
import type { ObservedPath } from "@/lib/calls/path-columns";
import type { SourceChoice } from "@/lib/calls/source-choice";
import type { QueryProblem } from "@/lib/filter/query-text";
import type { TimeRange } from "@/lib/filter/time-range";
import { scoreSuggestions } from "@/lib/score/score-suggestions";
import type { Workspace } from "@/lib/workspace/workspace";

type TracesFilterBarProps = {
  workspace: Workspace;
  query: string;
  onQueryChange: (query: string) => void;
  areRootsOnly: boolean;
  /** Where the listed calls come from, unless the query says it. */
  source: SourceChoice;
  range: TimeRange;
  problems: readonly QueryProblem[];
  observedOps: readonly string[];
  observedPaths: readonly ObservedPath[];
  /** The scores of the project, which the box suggests. */
  scores: readonly ProjectScore[];
  inputRef: RefObject<HTMLInputElement | null>;
  leading: ReactNode;
};

/** The query box of the list: it suggests values of the listed calls and recent queries. */
export function TracesFilterBar(props: TracesFilterBarProps) {
  const {
    workspace,
    query,
    onQueryChange,
    areRootsOnly,
    source,
    range,
    observedOps: seenOps,
    observedPaths: seenPaths,
    scores,
    ...rest
  } = props;
  const [field, setField] = useState<string | null>(null);
  const ofScores = useMemo(() => scoreSuggestions(scores), [scores]);
  const [recent, remember] = useRecentQueries(`${workspace.id}-traces`);
  const values = useFieldValues({ workspace, query, source, areRootsOnly, range, field });
  const change = (next: string) => {
    remember(next);
    onQueryChange(next);
  };
  return (
    <CallsFilterBar
      {...rest}
      query={query}
      onQueryChange={change}
      trailing={
        <AskButton workspace={workspace} ops={seenOps} paths={seenPaths.map(({ path }) => path)} onQuery={change} />
      }
      seen={{ ops: seenOps, paths: seenPaths, values, scores: ofScores }}
      recent={recent.filter((recentQuery) => recentQuery !== query)}
      onFieldTyped={setField}
    />
  );
}
