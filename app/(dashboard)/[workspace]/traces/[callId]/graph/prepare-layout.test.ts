import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type GraphSizes, layOutGraph } from "./lay-out-graph";
import { adjacentNode, edgeMiddle, edgePath, edgeText, graphSizes } from "./prepare-layout";
import { nodeLabel } from "./prepare-node-text";
import { adjacentInNode, stepCalls } from "./prepare-step-calls";
import { fittingZoom, limitedZoom } from "./prepare-zoom";
import type { GraphEdge, GraphNode } from "./trace-graph";

const node = (name: string, rest: Partial<GraphNode> = {}): GraphNode => ({
  name,
  kind: "tool",
  firstRow: 0,
  callCount: 1,
  errorCount: 0,
  runningCount: 0,
  totalMs: null,
  tokens: null,
  costUsd: null,
  ...rest,
});
const edge = (from: number, to: number, count = 1): GraphEdge => ({
  from,
  to,
  kind: "follows",
  count,
  isLoop: to <= from,
});

const graph = {
  nodes: [node("run"), node("chat"), node("find"), node("book")],
  edges: [edge(0, 1), edge(1, 2, 4), edge(1, 3, 2), edge(2, 1, 4), edge(2, 2, 3)],
};

describe("the layout", () => {
  it("puts what follows below, and the steps of one layer side by side", () => {
    const { nodes, width, height } = layOutGraph(graphSizes(graph));
    expect(nodes.map(({ layer }) => layer)).toEqual([0, 1, 2, 2]);
    expect(nodes[2]?.y).toBe(nodes[3]?.y);
    for (const { x, y } of nodes) expect(x > 0 && x < width && y > 0 && y < height).toBe(true);
  });

  it("places every node apart from the others, and every edge, for any graph", () => {
    const anyEdges = fc.array(fc.tuple(fc.nat(11), fc.nat(11), fc.nat(9)), { maxLength: 24 });
    fc.assert(
      fc.property(anyEdges, (pairs) => {
        const nodes = Array.from({ length: 12 }, (_, index) => node(`n${index}`));
        const sizes: GraphSizes = graphSizes({ nodes, edges: pairs.map(([from, to, count]) => edge(from, to, count)) });
        const laid = layOutGraph(sizes);
        for (const [index, { x, y }] of laid.nodes.entries()) {
          const isCovered = laid.nodes.some(
            (other, at) => at > index && Math.abs(other.x - x) < 212 && Math.abs(other.y - y) < 50,
          );
          expect(isCovered).toBe(false);
        }
        expect(laid.edges.every((points) => points.length >= 2)).toBe(true);
      }),
      { numRuns: 20 },
    );
  });

  it("is empty for no nodes", () => {
    expect(layOutGraph({ nodes: [], edges: [] })).toMatchObject({ nodes: [], edges: [] });
  });
});

describe("moving from node to node", () => {
  const laid = layOutGraph(graphSizes(graph));

  it("goes to the nearest of the next layer, and along a layer, and stops at the edge", () => {
    expect([adjacentNode(laid, 0, "down"), adjacentNode(laid, 1, "up"), adjacentNode(laid, 0, "up")]).toEqual([
      1, 0, -1,
    ]);
    const [left, right] = [2, 3].sort((one, other) => (laid.nodes[one]?.x ?? 0) - (laid.nodes[other]?.x ?? 0));
    expect(adjacentNode(laid, left ?? -1, "right")).toBe(right);
    expect(adjacentNode(laid, right ?? -1, "left")).toBe(left);
    expect(adjacentNode(laid, right ?? -1, "right")).toBe(-1);
  });

  it("begins with the first node when none has the focus", () => {
    expect(adjacentNode(laid, -1, "down")).toBe(0);
    expect(adjacentNode(layOutGraph({ nodes: [], edges: [] }), -1, "down")).toBe(-1);
  });
});

describe("an edge", () => {
  it("says how many calls took it, and that it leads back", () => {
    expect([edge(0, 1), edge(0, 1, 1200), edge(1, 0), edge(1, 0, 3)].map(edgeText)).toEqual([
      "",
      "1,200×",
      "↺ 1×",
      "↺ 3×",
    ]);
  });

  it("is a curve from its first point to its last, and from the last to the first when it was turned", () => {
    const points = [
      { x: 0, y: 0 },
      { x: 4, y: 10 },
      { x: 4, y: 20 },
      { x: 0, y: 30.04 },
    ];
    expect(edgePath(points, false)).toBe("M0 0Q4 10 4 15Q4 20 0 30");
    expect(edgePath(points, true)).toBe("M0 30Q4 20 4 15Q4 10 0 0");
    expect(edgePath(points.slice(0, 2), false)).toBe("M0 0L4 10");
    expect(edgePath([], false)).toBe("");
  });
});

it("places the label of an edge on its curve, half-way along", () => {
  const bent = [
    { x: 0, y: 0 },
    { x: 8, y: 10 },
    { x: 0, y: 20 },
  ];
  expect(edgeMiddle(bent)).toEqual({ x: 6, y: 10 });
  expect(edgeMiddle(bent.slice(0, 2))).toEqual({ x: 4, y: 5 });
  expect(edgeMiddle([])).toEqual({ x: 0, y: 0 });
});

describe("the name of a node", () => {
  it("says what it counts and where its calls led", () => {
    const nodes = [node("chat", { callCount: 12, errorCount: 2, totalMs: 2000, kind: "llm" }), node("find")];
    const edges: GraphEdge[] = [{ ...edge(0, 1, 9), kind: "calls" }, edge(0, 0, 2), edge(1, 0)];
    expect(nodeLabel({ nodes, edges }, 0)).toBe(
      "chat, LLM, 12 calls, 2 errors, 2.00 s; calls find 9 times, leads back to itself 2 times",
    );
    expect(nodeLabel({ nodes, edges }, 1)).toBe("find, tool; leads back to chat");
    expect(nodeLabel({ nodes, edges }, 2)).toBe("");
  });

  it("says that a single call failed or runs", () => {
    const nodes = [node("a", { errorCount: 1 }), node("b", { runningCount: 1, callCount: 3 })];
    expect(nodeLabel({ nodes, edges: [edge(0, 1)] }, 0)).toBe("a, tool, failed; then b");
    expect(nodeLabel({ nodes, edges: [] }, 1)).toBe("b, tool, 3 calls, 1 running");
  });
});

describe("the calls of a node", () => {
  const nodeOf = Int32Array.of(0, 1, 2, 1, 1);
  const isFailed = (row: number) => row === 1 || row === 4;

  it("are listed with the selected one, and the next that failed, from the first again at the end", () => {
    expect(stepCalls(nodeOf, 1, 1, isFailed)).toEqual({ rows: Int32Array.of(1, 3, 4), at: 0, nextErrorRow: 4 });
    expect(stepCalls(nodeOf, 1, 4, isFailed)).toMatchObject({ at: 2, nextErrorRow: 1 });
    expect(stepCalls(nodeOf, 2, 0, isFailed)).toMatchObject({ at: -1, nextErrorRow: -1 });
  });

  it("are stepped through in both directions, to the first and the last", () => {
    const steps = ([row, by]: readonly [number, 1 | -1]) => adjacentInNode(nodeOf, row, by);
    expect(
      (
        [
          [1, 1],
          [3, 1],
          [4, 1],
          [3, -1],
          [1, -1],
          [0, -1],
          [-1, 1],
        ] as const
      ).map(steps),
    ).toEqual([3, 4, -1, 1, -1, -1, -1]);
  });
});

describe("the zoom of a graph", () => {
  const frame = { width: 600, height: 400 };

  it("fits the width as long as names can be read, and never enlarges", () => {
    expect(fittingZoom(frame, { width: 750, height: 9000 }, "width")).toBe(0.8);
    expect(fittingZoom(frame, { width: 6000, height: 100 }, "width")).toBe(0.6);
    expect(fittingZoom(frame, { width: 200, height: 100 }, "width")).toBe(1);
  });

  it("shows all within its limits", () => {
    expect(fittingZoom(frame, { width: 750, height: 800 }, "all")).toBe(0.5);
    expect([fittingZoom(frame, { width: 1, height: 99_000 }, "all"), limitedZoom(9)]).toEqual([0.15, 2]);
    expect(fittingZoom({ width: 0, height: 0 }, { width: 1, height: 1 }, "all")).toBe(1);
  });
});
