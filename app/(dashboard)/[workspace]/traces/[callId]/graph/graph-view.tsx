"use client";

import { useMemo, useRef } from "react";
import { useKeys } from "@/components/keyboard/use-keys";
import { PaneState } from "@/components/state/pane-state";
import { Button } from "@/components/ui/button";
import { ProgressBar } from "@/components/ui/progress-bar";
import { idOf, rowOfId, type TraceSkeleton } from "@/lib/trace/skeleton/trace-skeleton";
import { adjacentSameOp } from "@/lib/trace/tree/neighbour-calls";
import { GraphCanvas } from "./graph-canvas";
import { GraphHead, ZOOM_STEP } from "./graph-head";
import { adjacentInNode } from "./prepare-step-calls";
import { StepBar } from "./step-bar";
import type { GraphForm } from "./trace-graph";
import { type ReadGraph, useGraph } from "./use-graph";
import { useGraphZoom } from "./use-graph-zoom";
import { nodeElement } from "./use-node-keys";

/** Share of the frame that a key pans. */
const PAN = 0.2;

type GraphViewProps = {
  skeleton: TraceSkeleton;
  /** End of running calls, in milliseconds after the start. */
  untilMs: number;
  form: GraphForm;
  /** Ids of calls that are deleted or about to be. */
  hidden: ReadonlySet<string>;
  /** The rows that the search found; null without a search. */
  matches: Int32Array | null;
  selectedRow: number;
  onSelect: (row: number) => void;
};

/** A trace as a graph: its steps with counters and loops, or each call as a node. */
export function GraphView(props: GraphViewProps) {
  const { read, failure, retry } = useGraph(props);
  if (failure !== null) {
    return (
      <PaneState isFailure kind="cut" title="Could not draw the graph" actions={<Button onClick={retry}>Retry</Button>}>
        {failure} The other views show the same calls.
      </PaneState>
    );
  }
  if (read === null || read.form !== props.form) return <ProgressBar label="Drawing the graph" />;
  return <Drawn {...props} read={read} />;
}

function Drawn({ read, matches, selectedRow, untilMs, skeleton, onSelect }: GraphViewProps & { read: ReadGraph }) {
  const frame = useRef<HTMLDivElement>(null);
  const { graph, form } = read;
  const zoom = useGraphZoom(frame, read.layout);
  // The graph may cover fewer calls than are loaded now, with other rows.
  const rowIn = (to: TraceSkeleton, from: TraceSkeleton, row: number) =>
    to === from || row < 0 ? row : rowOfId(to, idOf(from, row));
  const at = rowIn(read.skeleton, skeleton, selectedRow);
  const selected = graph.nodeOf[at] ?? -1;
  const select = (row: number) => {
    const now = rowIn(skeleton, read.skeleton, row);
    if (now >= 0) onSelect(now);
  };
  const matched = useMemo(() => new Set(Array.from(matches ?? [], (row) => graph.nodeOf[row] ?? -1)), [matches, graph]);
  const step = (by: 1 | -1) => {
    const next = form === "steps" ? adjacentInNode(graph.nodeOf, at, by) : adjacentSameOp(read.skeleton, at, by);
    if (next >= 0) select(next);
  };
  useKeys("trace", {
    ",": () => step(-1),
    ".": () => step(1),
    w: () => zoom.zoomBy(ZOOM_STEP),
    s: () => zoom.zoomBy(1 / ZOOM_STEP),
    a: () => zoom.pan(-PAN),
    d: () => zoom.pan(PAN),
    f: () => nodeElement(frame.current, selected)?.scrollIntoView({ block: "center", inline: "center" }),
    "0": zoom.showAll,
  });
  return (
    <section aria-label="Graph" className="flex min-h-0 flex-1 flex-col">
      <GraphHead read={read} zoom={zoom} onSelect={select} />
      <GraphCanvas
        frame={frame}
        read={read}
        zoom={zoom}
        selected={selected}
        matched={matched}
        onPress={(node) => node !== selected && select(graph.nodes[node]?.firstRow ?? -1)}
      />
      {form === "steps" && selected >= 0 ? (
        <StepBar read={read} node={selected} selectedRow={at} untilMs={untilMs} onSelect={select} />
      ) : null}
    </section>
  );
}
