"use client";

import { type RefObject, useEffect, useMemo, useState } from "react";
import { GraphEdges } from "./graph-edges";
import { GraphNodeButton } from "./graph-node-button";
import { nodeLabel } from "./prepare-node-text";
import type { ReadGraph } from "./use-graph";
import type { GraphZoom } from "./use-graph-zoom";
import { nodeElement, useNodeKeys } from "./use-node-keys";

type GraphCanvasProps = {
  /** The element that scrolls. */
  frame: RefObject<HTMLDivElement | null>;
  read: ReadGraph;
  zoom: Pick<GraphZoom, "scale" | "isMeasured">;
  /** The node of the selected call; -1 for none. */
  selected: number;
  /** Nodes with a call that matches the search. */
  matched: ReadonlySet<number>;
  onPress: (node: number) => void;
};

/** The nodes and edges of a graph. It scrolls in both directions. */
export function GraphCanvas({ frame, read, zoom, selected, matched, onPress }: GraphCanvasProps) {
  const { graph, layout, form } = read;
  const { scale, isMeasured } = zoom;
  const [focused, setFocused] = useState(-1);
  const labels = useMemo(() => graph.nodes.map((_node, index) => nodeLabel(graph, index)), [graph]);
  const tabStop = focused >= 0 && focused < graph.nodes.length ? focused : Math.max(0, selected);
  useNodeKeys(frame, layout, selected);
  // The outside system is the scroll position: a key, the tree or the address chose another call.
  useEffect(() => {
    if (isMeasured && selected >= 0)
      nodeElement(frame.current, selected)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [frame, selected, isMeasured]);
  const size = { width: layout.width, height: layout.height };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    <div
      ref={frame}
      role="group"
      aria-label={form === "steps" ? "Steps of the trace" : "Calls of the trace, in order"}
      className="relative flex min-h-0 flex-1 cursor-grab overflow-auto active:cursor-grabbing"
    >
      <div
        style={{ width: layout.width * scale, height: layout.height * scale }}
        className="relative m-auto flex-none overflow-hidden"
      >
        <div
          style={{ ...size, transform: `scale(${scale})`, transformOrigin: "top left" }}
          className="absolute top-0 left-0"
        >
          <GraphEdges edges={graph.edges} layout={layout} selected={selected} />
          {graph.nodes.map((node, index) => {
            const middle = layout.nodes[index];
            return middle === undefined ? null : (
              <GraphNodeButton
                key={node.firstRow}
                node={node}
                index={index}
                middle={middle}
                label={labels[index] ?? ""}
                isSelected={index === selected}
                isMatch={matched.has(index)}
                isTabStop={index === tabStop}
                onFocus={setFocused}
                onPress={onPress}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}
