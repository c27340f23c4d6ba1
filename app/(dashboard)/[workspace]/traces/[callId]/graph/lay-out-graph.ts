import { Graph, layout } from "@dagrejs/dagre";

/** A graph to lay out. Sizes are pixels; edges name nodes by index, and lead down. */
export interface GraphSizes {
  readonly nodes: readonly { readonly width: number; readonly height: number }[];
  readonly edges: readonly {
    readonly from: number;
    readonly to: number;
    /** Of its label; 0 without one. */
    readonly width: number;
    readonly height: number;
  }[];
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where nodes and edges are, in pixels from the top left corner. In the order of the nodes and edges laid out. */
export interface GraphLayout {
  readonly width: number;
  readonly height: number;
  /** The middle of each node, and the number of its layer from the top. */
  readonly nodes: readonly (Point & { readonly layer: number })[];
  /** The points that bend each edge, from the border of one node to that of the other. */
  readonly edges: readonly (readonly Point[])[];
}

const GAPS = { nodesep: 22, edgesep: 12, ranksep: 40, marginx: 24, marginy: 20 };

/** Lays out a graph in layers from top to bottom, with few crossings. */
export function layOutGraph({ nodes, edges }: GraphSizes): GraphLayout {
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ rankdir: "TB", ...GAPS });
  for (const [index, size] of nodes.entries()) graph.setNode(String(index), { ...size });
  for (const [index, { from, to, width, height }] of edges.entries()) {
    graph.setEdge(String(from), String(to), { width, height, labelpos: "c" }, String(index));
  }
  layout(graph);
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number };
  const middles = nodes.map((_size, index) => graph.node(String(index)) as Point);
  const layers = [...new Set(middles.map(({ y }) => y))].sort((left, right) => left - right);
  return {
    width,
    height,
    nodes: middles.map(({ x, y }) => ({ x, y, layer: layers.indexOf(y) })),
    edges: edges.map(({ from, to }, index) => {
      const { points } = graph.edge(String(from), String(to), String(index)) as { points: Point[] };
      return points;
    }),
  };
}
