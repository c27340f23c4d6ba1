import { durationOf, kindOf, STATUSES, type TraceSkeleton } from "@/lib/trace/skeleton/trace-skeleton";
import type { CallOrigins } from "./prepare-origins";
import type { GraphEdge, GraphNode, TraceGraph } from "./trace-graph";

type Growing<Type> = { -readonly [Member in keyof Type]: Type[Member] };

const ERROR = STATUSES.indexOf("error");
const RUNNING = STATUSES.indexOf("running");

/** Adds up calls as nodes, and what led to them as edges. Calls are added in the order of their rows. */
export class GraphBuilder {
  readonly #skeleton: TraceSkeleton;
  readonly #untilMs: number;
  readonly #nodes: Growing<GraphNode>[] = [];
  readonly #edges = new Map<number, Growing<GraphEdge>>();
  readonly #nodeOf: Int32Array;
  #callCount = 0;

  /** @param untilMs end of running calls, in milliseconds after the start of the trace */
  constructor(skeleton: TraceSkeleton, untilMs: number) {
    this.#skeleton = skeleton;
    this.#untilMs = untilMs;
    this.#nodeOf = new Int32Array(skeleton.count).fill(-1);
  }

  /** Returns the index of a new node, which has no calls yet. */
  addNode(firstRow: number, name: string): number {
    this.#nodes.push({
      name,
      kind: kindOf(this.#skeleton, firstRow),
      firstRow,
      callCount: 0,
      errorCount: 0,
      runningCount: 0,
      totalMs: null,
      tokens: null,
      costUsd: null,
    });
    return this.#nodes.length - 1;
  }

  /** Counts a call at its node, and the edge that led to it if that began in the graph. */
  addCall(index: number, row: number, { from, follows }: CallOrigins): void {
    const node = this.#nodes[index];
    if (node === undefined) return;
    const { status, tokensIn, tokensOut, costUsd } = this.#skeleton;
    this.#callCount += 1;
    node.callCount += 1;
    if (status[row] === ERROR) node.errorCount += 1;
    if (status[row] === RUNNING) node.runningCount += 1;
    node.totalMs = sumOf(node.totalMs, durationOf(this.#skeleton, row, this.#untilMs));
    node.tokens = sumOf(sumOf(node.tokens, tokensIn[row]), tokensOut[row]);
    node.costUsd = sumOf(node.costUsd, costUsd[row]);
    this.#nodeOf[row] = index;
    const origin = this.#nodeOf[from[row] ?? -1] ?? -1;
    if (origin >= 0) this.#countEdge(origin, index, follows[row] === 1 ? "follows" : "calls");
  }

  build(): TraceGraph {
    const edges = [...this.#edges.values()];
    return { nodes: this.#nodes, callCount: this.#callCount, edges, nodeOf: this.#nodeOf };
  }

  #countEdge(from: number, to: number, kind: GraphEdge["kind"]): void {
    // Unique while the graph grows: no node has an index as large as the number of rows.
    const key = (from * this.#skeleton.count + to) * 2 + Number(kind === "calls");
    const known = this.#edges.get(key);
    if (known) known.count += 1;
    else this.#edges.set(key, { from, to, kind, count: 1, isLoop: to <= from });
  }
}

/** A sum of the known values; null without any. */
function sumOf(sum: number | null, value: number | null | undefined): number | null {
  if (value === null || value === undefined || Number.isNaN(value)) return sum;
  return (sum ?? 0) + value;
}
