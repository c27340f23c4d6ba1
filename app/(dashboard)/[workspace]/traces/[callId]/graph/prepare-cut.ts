import type { GraphEdge, TraceGraph } from "./trace-graph";

/** The maximum of drawn nodes and edges: more take seconds to lay out, and cannot be told apart. */
const MAX_STEPS = 80;
const MAX_EDGES = 120;

/** The part of a graph that is drawn; `callCount` is of the whole graph too. */
export interface DrawnGraph extends TraceGraph {
  /** Of the whole graph. */
  readonly stepCount: number;
  readonly edgeCount: number;
}

/**
 * Returns the first nodes of a graph, and of the edges between them the one that first led to each node and those with
 * the most calls. The rows of other nodes have none.
 */
export function cutGraph(graph: TraceGraph, maxSteps = MAX_STEPS, maxEdges = MAX_EDGES): DrawnGraph {
  const stepCount = graph.nodes.length;
  const edgeCount = graph.edges.length;
  if (stepCount <= maxSteps && edgeCount <= maxEdges) return { ...graph, stepCount, edgeCount };
  return {
    nodes: graph.nodes.slice(0, maxSteps),
    callCount: graph.callCount,
    edges: mainEdges(
      graph.edges.filter(({ from, to }) => from < maxSteps && to < maxSteps),
      maxEdges,
    ),
    nodeOf: graph.nodeOf.map((node) => (node < maxSteps ? node : -1)),
    stepCount,
    edgeCount,
  };
}

/** Edges are in the order of their first calls: the first to a node is the one that first led there. */
function mainEdges(edges: readonly GraphEdge[], most: number): readonly GraphEdge[] {
  const isReached = new Set<number>();
  const first = new Set<GraphEdge>();
  for (const edge of edges) {
    if (isReached.has(edge.to)) continue;
    isReached.add(edge.to);
    first.add(edge);
  }
  const others = edges.filter((edge) => !first.has(edge)).sort((left, right) => right.count - left.count);
  const kept = new Set([...first, ...others].slice(0, most));
  return edges.filter((edge) => kept.has(edge));
}
