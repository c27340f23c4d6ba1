import { formatShortCount } from "@/lib/format/count";
import type { GraphLayout, GraphSizes, Point } from "./lay-out-graph";
import type { GraphEdge, TraceGraph } from "./trace-graph";

/** Size of a node in pixels. */
export const NODE_WIDTH_PX = 212;
export const NODE_HEIGHT_PX = 50;

const LABEL_HEIGHT_PX = 16;
const LETTER_PX = 6;
const LABEL_GAP_PX = 6;

/** Returns the text on an edge: how many calls took it; empty where it says nothing. */
export function edgeText({ count, isLoop }: Pick<GraphEdge, "count" | "isLoop">): string {
  if (count === 1 && !isLoop) return "";
  return `${isLoop ? "↺ " : ""}${formatShortCount(count)}×`;
}

/** Returns what is laid out. Loops are turned round, so that all edges lead down. */
export function graphSizes({ nodes, edges }: Pick<TraceGraph, "nodes" | "edges">): GraphSizes {
  return {
    nodes: nodes.map(() => ({ width: NODE_WIDTH_PX, height: NODE_HEIGHT_PX })),
    edges: edges.map((edge) => {
      const text = edgeText(edge);
      return {
        from: edge.isLoop ? edge.to : edge.from,
        to: edge.isLoop ? edge.from : edge.to,
        width: text === "" ? 0 : text.length * LETTER_PX + LABEL_GAP_PX,
        height: text === "" ? 0 : LABEL_HEIGHT_PX,
      };
    }),
  };
}

/** Returns the SVG path of an edge: a curve along its points, from the first to the last. */
export function edgePath(points: readonly Point[], isTurned: boolean): string {
  const [first, ...rest] = (isTurned ? points.toReversed() : points).map(({ x, y }) => ({ x: round(x), y: round(y) }));
  const last = rest.at(-1);
  if (first === undefined || last === undefined) return "";
  const curves = rest.slice(0, -1).map((point, index) => {
    const next = rest[index + 1] ?? last;
    // Each point bends the line; it passes half-way between two of them, and ends at the last.
    const end = next === last ? last : { x: round((point.x + next.x) / 2), y: round((point.y + next.y) / 2) };
    return `Q${point.x} ${point.y} ${end.x} ${end.y}`;
  });
  return `M${first.x} ${first.y}${curves.length === 0 ? `L${last.x} ${last.y}` : curves.join("")}`;
}

/** Returns the point half-way along the curve of an edge, where its label is. */
export function edgeMiddle(points: readonly Point[]): Point {
  const at = Math.floor((points.length - 1) / 2);
  const [before, middle, after] = [points[at - 1], points[at], points[at + 1]];
  if (middle === undefined) return { x: 0, y: 0 };
  if (before === undefined || after === undefined) return between(middle, after ?? middle);
  return between(between(between(before, middle), between(middle, after)), middle);
}

const between = (one: Point, other: Point): Point => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });

const round = (pixels: number) => Math.round(pixels * 10) / 10;

export type Direction = "up" | "down" | "left" | "right";

/**
 * Returns the node beside another: in the same layer, or the nearest one of the next layer, so that every node can be
 * reached. -1 at the edge.
 */
export function adjacentNode({ nodes }: GraphLayout, from: number, direction: Direction): number {
  const at = nodes[from];
  if (at === undefined) return nodes.length > 0 ? 0 : -1;
  const isSideways = direction === "left" || direction === "right";
  const sign = direction === "up" || direction === "left" ? -1 : 1;
  const layer = isSideways ? at.layer : at.layer + sign;
  let [best, bestPx] = [-1, Number.POSITIVE_INFINITY];
  for (const [index, node] of nodes.entries()) {
    const distancePx = isSideways ? (node.x - at.x) * sign : Math.abs(node.x - at.x);
    if (index === from || node.layer !== layer || distancePx < 0 || distancePx >= bestPx) continue;
    [best, bestPx] = [index, distancePx];
  }
  return best;
}
