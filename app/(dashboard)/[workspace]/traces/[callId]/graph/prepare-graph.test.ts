import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runSynchronously } from "@/lib/scheduling/run-in-short-slices";
import { makeSkeleton } from "@/lib/trace/skeleton/testing/make-skeleton";
import { idOf, KINDS, rowOfId, STATUSES, type TraceSkeleton } from "@/lib/trace/skeleton/trace-skeleton";
import { callPage } from "./prepare-call-page";
import { cutGraph } from "./prepare-cut";
import { callOrigins } from "./prepare-origins";
import { stepGraph } from "./prepare-steps";
import type { TraceGraph } from "./trace-graph";

type Given = Parameters<typeof makeSkeleton>[0];

const NONE: ReadonlySet<string> = new Set();
const UNTIL_MS = 1000;

const steps = (skeleton: TraceSkeleton, hidden = NONE) =>
  runSynchronously(stepGraph(skeleton, callOrigins(skeleton, hidden), UNTIL_MS));

/** Edges as `from > to count`; `…` for calls, `>` for what follows, `↺` for loops. */
const lines = ({ nodes, edges }: Pick<TraceGraph, "nodes" | "edges">) =>
  edges.map(
    ({ from, to, kind, count, isLoop }) =>
      `${nodes[from]?.name} ${isLoop ? "↺" : kind === "calls" ? "…" : ">"} ${nodes[to]?.name} ${count}`,
  );

/** An agent that asks a model, runs the tool that it chose, and asks again. */
const agentTrace = makeSkeleton([
  { id: "run", kind: "agent", startMs: 0, endMs: 100 },
  { id: "chat 1", op: "chat", kind: "llm", parent: "run", startMs: 0, endMs: 10, usage: usage(100) },
  { id: "find 1", op: "find", kind: "tool", parent: "run", startMs: 10, endMs: 20 },
  { id: "chat 2", op: "chat", kind: "llm", parent: "run", startMs: 20, endMs: 30, usage: usage(20) },
  { id: "find 2", op: "find", kind: "tool", parent: "run", startMs: 30, endMs: 35, status: "error" },
  { id: "chat 3", op: "chat", kind: "llm", parent: "run", startMs: 35, endMs: 40 },
]);

function usage(tokensIn: number) {
  return [{ model: "m", requests: 1, tokensIn, tokensOut: 1, costUsd: 0.5 }];
}

describe("the steps of a trace", () => {
  it("count the calls of an op under an agent, with their errors, time, tokens and cost", () => {
    const [run, chat, find] = steps(agentTrace).nodes;
    expect(run).toMatchObject({ name: "run", kind: "agent", callCount: 1, totalMs: 100, tokens: null, costUsd: null });
    expect(chat).toMatchObject({ name: "chat", callCount: 3, errorCount: 0, totalMs: 25, tokens: 122, costUsd: 1 });
    expect(find).toMatchObject({ name: "find", callCount: 2, errorCount: 1, totalMs: 15, tokens: null });
  });

  it("show what called and what followed, and the way back as a loop", () => {
    expect(lines(steps(agentTrace))).toEqual(["run … chat 1", "chat > find 2", "find ↺ chat 2"]);
  });

  it("are apart under different agents, and one across versions of an op", () => {
    const trace = makeSkeleton([
      { id: "a", kind: "agent", endMs: 50 },
      { id: "a1", op: "weave:///e/p/op/ask:v1", parent: "a", startMs: 1, endMs: 2 },
      { id: "a2", op: "weave:///e/p/op/ask:v2", parent: "a", startMs: 3, endMs: 4 },
      { id: "b", kind: "agent", parent: "a", startMs: 5, endMs: 9 },
      { id: "b1", op: "weave:///e/p/op/ask:v1", parent: "b", startMs: 6, endMs: 7 },
    ]);
    expect(lines(steps(trace))).toEqual(["a … ask 1", "ask ↺ ask 1", "ask > b 1", "b … ask 1"]);
  });

  it("draw an agent that is called inside itself as a loop, also through another agent", () => {
    const trace = makeSkeleton([
      { id: "1", op: "plan", kind: "agent", endMs: 90 },
      { id: "2", op: "work", kind: "agent", parent: "1", startMs: 1, endMs: 80 },
      { id: "3", op: "plan", kind: "agent", parent: "2", startMs: 2, endMs: 70 },
      { id: "4", op: "work", kind: "agent", parent: "3", startMs: 3, endMs: 60 },
      { id: "5", op: "plan", kind: "agent", startMs: 95, endMs: 99 },
    ]);
    expect(lines(steps(trace))).toEqual(["plan … work 2", "work ↺ plan 1", "plan ↺ plan 1"]);
  });

  it("let calls that run side by side follow the same call, and what comes after them the last that began", () => {
    const trace = makeSkeleton([
      { id: "root", startMs: 0, endMs: 100 },
      { id: "chat", parent: "root", startMs: 0, endMs: 10 },
      { id: "left", parent: "root", startMs: 10, endMs: 40 },
      { id: "right", parent: "root", startMs: 11, endMs: 30 },
      { id: "answer", parent: "root", startMs: 50, endMs: 60 },
    ]);
    expect(lines(steps(trace))).toEqual(["root … chat 1", "chat > left 1", "chat > right 1", "right > answer 1"]);
  });

  it("have no edge after a call whose end is unknown, and count running calls up to now", () => {
    const trace = makeSkeleton([
      { id: "root", startMs: 0, endMs: Number.NaN, status: "running" },
      { id: "a", parent: "root", startMs: 0, endMs: Number.NaN, status: "unknown" },
      { id: "b", parent: "root", startMs: 50, endMs: 60 },
    ]);
    const graph = steps(trace);
    expect(lines(graph)).toEqual(["root … a 1", "root … b 1"]);
    expect(graph.nodes).toMatchObject([{ runningCount: 1, totalMs: UNTIL_MS }, { totalMs: null }, { totalMs: 10 }]);
  });

  it("leave out hidden calls: what came after one follows what came before it", () => {
    expect(lines(steps(agentTrace, new Set(["find 1", "find 2", "of another trace"])))).toEqual([
      "run … chat 1",
      "chat ↺ chat 2",
    ]);
  });

  it("are one node without edges for one call, and nothing for none", () => {
    expect(steps(makeSkeleton([{ id: "only" }]))).toMatchObject({ nodes: [{ callCount: 1 }], edges: [] });
    expect(steps(makeSkeleton([]))).toMatchObject({ nodes: [], edges: [] });
  });
});

const anyTrace = fc
  .array(
    fc.record({
      parent: fc.nat(),
      op: fc.constantFrom("chat", "find", "plan"),
      kind: fc.constantFrom(...KINDS),
      status: fc.constantFrom(...STATUSES),
      startMs: fc.nat(50),
      lengthMs: fc.oneof(fc.nat(20), fc.constant(Number.NaN)),
    }),
    { maxLength: 60 },
  )
  .map((calls) =>
    makeSkeleton(
      calls.map(({ parent, startMs, lengthMs, ...rest }, index): Given[number] => ({
        ...rest,
        id: `c${index}`,
        parent: index === 0 || parent % 4 === 0 ? "" : `c${parent % index}`,
        startMs,
        endMs: startMs + lengthMs,
      })),
    ),
  );

it("counts each call once, reaches it by one edge at most, and leads down except in loops, whatever the trace is", () => {
  fc.assert(
    fc.property(anyTrace, fc.nat(6), (skeleton, hiddenCount) => {
      const hidden = new Set(Array.from({ length: hiddenCount }, (_, index) => `c${index * 3}`));
      const origins = callOrigins(skeleton, hidden);
      const graph = runSynchronously(stepGraph(skeleton, origins, UNTIL_MS));
      const shown = [...origins.isHidden.keys()].filter((row) => origins.isHidden[row] === 0);
      const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
      expect(sum(graph.nodes.map(({ callCount }) => callCount))).toBe(shown.length);
      expect(graph.callCount).toBe(shown.length);
      expect(sum(graph.nodes.map(({ errorCount }) => errorCount))).toBe(
        shown.filter((row) => skeleton.status[row] === STATUSES.indexOf("error")).length,
      );
      const isShown = (row: number) => row >= 0 && origins.isHidden[row] === 0;
      expect(sum(graph.edges.map(({ count }) => count))).toBe(
        shown.filter((row) => isShown(origins.from[row] ?? -1)).length,
      );
      expect(shown.every((row) => (graph.nodeOf[row] ?? -1) >= 0)).toBe(true);
      expect(graph.edges.every(({ from, to, isLoop }) => isLoop === to <= from)).toBe(true);
      // Without hidden calls, only what begins a trace is reached from nowhere.
      if (hidden.size > 0) return;
      expect(shown.every((row) => origins.from[row] !== -1 || skeleton.parent[row] === -1)).toBe(true);
    }),
  );
});

describe("each call as a node", () => {
  const page = (id: string, pageSize: number, hidden = NONE) =>
    callPage(agentTrace, callOrigins(agentTrace, hidden), {
      row: rowOfId(agentTrace, id),
      untilMs: UNTIL_MS,
      pageSize,
    });
  const namesOf = ({ graph }: ReturnType<typeof page>) => graph.nodes.map(({ name }) => name);

  it("is in order, one after the other, without loops", () => {
    const { graph, pageCount } = page("run", 10);
    expect(lines(graph)).toEqual([
      "run … chat 1 1",
      "chat 1 > find 1 1",
      "find 1 > chat 2 1",
      "chat 2 > find 2 1",
      "find 2 > chat 3 1",
    ]);
    expect([graph.nodes[4]?.errorCount, pageCount]).toEqual([1, 1]);
  });

  it("is drawn with its page, which names the pages beside it", () => {
    const { previousRow, nextRow, ...middle } = page("chat 2", 2);
    expect([namesOf({ ...middle, previousRow, nextRow }), middle.number, middle.pageCount]).toEqual([
      ["find 1", "chat 2"],
      1,
      3,
    ]);
    expect([idOf(agentTrace, previousRow), idOf(agentTrace, nextRow)]).toEqual(["run", "find 2"]);
    expect(page("chat 3", 2)).toMatchObject({ number: 2, nextRow: -1 });
  });

  it("is on the first page when none is selected, and not there when it is hidden", () => {
    expect(page("elsewhere", 2)).toMatchObject({ number: 0, previousRow: -1 });
    expect(namesOf(page("run", 3, new Set(["chat 1"])))).toEqual(["run", "find 1", "chat 2"]);
  });
});

describe("a graph with many steps", () => {
  const [node] = steps(agentTrace).nodes;
  if (node === undefined) throw new Error("The trace has no step.");
  const nodes = Array.from({ length: 5 }, (_, index) => ({ ...node, name: `n${index}` }));
  const edge = (from: number, to: number, count: number) =>
    ({ from, to, kind: "follows", count, isLoop: to <= from }) as const;
  const graph: TraceGraph = {
    nodes,
    edges: [edge(0, 1, 1), edge(1, 2, 1), edge(2, 3, 1), edge(3, 4, 1), edge(0, 2, 7), edge(2, 0, 9)],
    nodeOf: Int32Array.of(0, 1, 2, 3, 4, 2),
    callCount: 6,
  };

  it("is drawn whole within the limits", () => {
    expect(cutGraph(graph, 5, 6)).toEqual({ ...graph, stepCount: 5, edgeCount: 6 });
  });

  it("keeps the first nodes and the edges between them, and says how many there were", () => {
    const cut = cutGraph(graph, 3, 6);
    expect([cut.nodes.length, cut.stepCount, cut.edgeCount, [...cut.nodeOf]]).toEqual([3, 5, 6, [0, 1, 2, -1, -1, 2]]);
    expect(lines(cut)).toEqual(["n0 > n1 1", "n1 > n2 1", "n0 > n2 7", "n2 ↺ n0 9"]);
  });

  it("keeps the edge that first led to each node, then those with the most calls", () => {
    expect(lines(cutGraph(graph, 5, 5))).toEqual(["n0 > n1 1", "n1 > n2 1", "n2 > n3 1", "n3 > n4 1", "n2 ↺ n0 9"]);
  });
});
