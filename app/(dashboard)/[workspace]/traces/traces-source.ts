import type { SourceSwitchProps } from "@/components/source/source-switch-props";
import { callsOfAnySource } from "@/lib/calls/calls-of-any-source";
import { appliedSource, namesSource, type SourceChoice } from "@/lib/calls/source-choice";
import { resolveTimeRange, type TimeRange } from "@/lib/filter/time-range";
import type { Workspace } from "@/lib/workspace/workspace";

type ListedParams = { readonly q: string; readonly source: SourceChoice };

interface TracesSource {
  /** Where the listed calls come from, unless the filter says it. */
  readonly applied: SourceChoice;
  /** The switch in the head; null on a service that is not known to tell sources apart. */
  readonly choice: SourceSwitchProps | null;
  readonly clearFilters: () => void;
}

/**
 * Returns where the listed calls come from, and what changes it.
 * @param query the filter of the listed or grouped calls, which the switch counts
 */
export function tracesSource(
  workspace: Workspace,
  { q, source }: ListedParams,
  { query, areRootsOnly, range }: { query: string; areRootsOnly: boolean; range: TimeRange },
  setParams: (params: Partial<ListedParams>) => void,
): TracesSource {
  const { connectionId, projectId } = workspace;
  const applied = appliedSource(workspace, source);
  const isByFilter = namesSource(q);
  const choice = {
    connectionId,
    choice: applied,
    onChange: (next: SourceChoice) => setParams({ source: next }),
    isByFilter,
    callsNow: () => callsOfAnySource({ projectId, query, areRootsOnly, ...resolveTimeRange(range, Date.now()) }),
  };
  return {
    applied,
    choice: workspace.knowsSources ? choice : null,
    // Without the filter that named a source, no more is left out than with it.
    clearFilters: () => setParams(isByFilter ? { q: "", source: "all" } : { q: "" }),
  };
}
