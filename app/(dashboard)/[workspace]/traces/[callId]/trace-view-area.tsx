"use client";

import type { GraphForm } from "@/app/(dashboard)/[workspace]/traces/[callId]/graph/trace-graph";
import type { ContentSearch } from "@/components/calls/use-content-search";
import { useTraceScores } from "@/components/score/use-call-scores";
import { Minimap } from "@/components/trace/minimap/minimap";
import type { TimeArea } from "@/components/trace/time/use-time-area";
import type { TimeView } from "@/components/trace/time/use-time-view";
import { TraceTree } from "@/components/trace/tree/trace-tree";
import { partLoadedLater } from "@/components/ui/loaded-later";
import type { VisibleTreeRows } from "@/lib/trace/tree/tree-rows";
import type { Workspace } from "@/lib/workspace/workspace";
import type { laneGroupings, TraceViewName } from "./search-params";
import { TraceNoMatch } from "./trace-no-match";

const FlameGraph = partLoadedLater(async () => (await import("@/components/trace/lanes/flame-graph")).FlameGraph);

const Timeline = partLoadedLater(async () => (await import("@/components/trace/lanes/timeline")).Timeline);

const GraphView = partLoadedLater(
  async () => (await import("@/app/(dashboard)/[workspace]/traces/[callId]/graph/graph-view")).GraphView,
);

const TraceLog = partLoadedLater(
  async () => (await import("@/app/(dashboard)/[workspace]/traces/[callId]/log/trace-log")).TraceLog,
);

const TraceTranscript = partLoadedLater(
  async () => (await import("@/components/trace/transcript/trace-transcript")).TraceTranscript,
);

const TraceStatisticsView = partLoadedLater(
  async () => (await import("@/components/trace/statistics/trace-statistics-view")).TraceStatisticsView,
);

type TraceViewAreaProps = {
  workspace: Workspace;
  /** Null until it is known. */
  traceId: string | null;
  viewName: TraceViewName;
  lanes: (typeof laneGroupings)[number];
  nodes: GraphForm;
  drawn: VisibleTreeRows;
  /** Ids of calls that are deleted or about to be. */
  hidden: ReadonlySet<string>;
  /** The rows of the log in its order; null in other views. */
  logged: Int32Array | null;
  time: TimeView;
  area: TimeArea;
  matches: Int32Array | null;
  searchText: string;
  content: ContentSearch;
  onClearSearch: () => void;
  selectedRow: number;
  onSelect: (row: number) => void;
  onFold: (row: number, isFolded: boolean) => void;
};

/** The chosen view. Views with a time axis share it and the overview of the full trace above it. */
export function TraceViewArea(props: TraceViewAreaProps) {
  const { workspace, viewName, lanes, drawn, time, matches, selectedRow, onSelect, onFold } = props;
  const { skeleton, untilMs } = drawn;
  const { connectionId, projectId } = workspace;
  const { byId: scores } = useTraceScores(workspace, props.traceId);
  if (viewName === "transcript") {
    return (
      <TraceTranscript
        connectionId={connectionId}
        projectId={projectId}
        skeleton={skeleton}
        searchText={props.searchText}
        selectedRow={selectedRow}
        onSelect={onSelect}
      />
    );
  }
  if (viewName === "statistics") {
    return <TraceStatisticsView skeleton={skeleton} untilMs={untilMs} selectedRow={selectedRow} onSelect={onSelect} />;
  }
  const noMatch =
    matches?.length === 0 ? (
      <TraceNoMatch text={props.searchText} content={props.content} onClear={props.onClearSearch} />
    ) : null;
  if (props.logged !== null) {
    return (
      noMatch ?? (
        <TraceLog
          workspace={workspace}
          skeleton={skeleton}
          untilMs={untilMs}
          rows={props.logged}
          searchText={props.searchText}
          selectedRow={selectedRow}
          onSelect={onSelect}
        />
      )
    );
  }
  if (viewName === "graph") {
    return (
      noMatch ?? (
        <GraphView
          skeleton={skeleton}
          untilMs={untilMs}
          form={props.nodes}
          hidden={props.hidden}
          matches={matches}
          selectedRow={selectedRow}
          onSelect={onSelect}
        />
      )
    );
  }
  const isCritical = drawn.critical ?? null;
  const canvas = { skeleton, untilMs, view: time, area: props.area, selectedRow, matches, isCritical, onSelect };
  return (
    <>
      <Minimap skeleton={skeleton} untilMs={untilMs} view={time} />
      {noMatch !== null ? (
        noMatch
      ) : viewName === "tree" ? (
        <TraceTree
          drawn={drawn}
          view={time}
          selectedRow={selectedRow}
          matches={matches}
          scores={scores}
          onSelect={onSelect}
          onFold={onFold}
        />
      ) : viewName === "timeline" ? (
        <Timeline {...canvas} grouping={lanes} />
      ) : (
        <FlameGraph {...canvas} />
      )}
    </>
  );
}
