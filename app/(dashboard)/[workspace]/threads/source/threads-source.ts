import { callsOfAnySource } from "@/lib/calls/calls-of-any-source";
import type { SourceChoice } from "@/lib/calls/source-choice";
import { resolveTimeRange, type TimeRange } from "@/lib/filter/time-range";
import type { Workspace } from "@/lib/workspace/workspace";

/** Where the turns of the listed threads come from, and what changes it. */
export interface ThreadsSource {
  readonly workspace: Workspace;
  readonly range: TimeRange;
  readonly choice: SourceChoice;
  /** True where the filter says itself where calls come from. */
  readonly isByFilter: boolean;
  readonly onChange: (choice: SourceChoice) => void;
}

/** Returns what counts the calls in threads of a range by source: threads of each source would be counted one by one. */
export const countedInThreads = ({ workspace, range }: ThreadsSource) => ({
  connectionId: workspace.connectionId,
  callsNow: () => {
    const span = resolveTimeRange(range, Date.now());
    return callsOfAnySource({ projectId: workspace.projectId, query: "thread:*", areRootsOnly: false, ...span });
  },
  unit: "call",
});
