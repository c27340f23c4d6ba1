import type { Kind } from "@/lib/calls/call-kind";

/** The nodes of the graph: calls of one op and kind under one agent together, or each call alone. */
export const graphForms = ["steps", "calls"] as const;

export type GraphForm = (typeof graphForms)[number];

/** Calls that are drawn as one node. Null is unknown, never zero. */
export interface GraphNode {
  readonly name: string;
  readonly kind: Kind;
  /** The row of its first call. */
  readonly firstRow: number;
  readonly callCount: number;
  readonly errorCount: number;
  readonly runningCount: number;
  /** Sum of the durations in milliseconds. */
  readonly totalMs: number | null;
  /** In and out. Each token and dollar counts once, at the deepest call that reports it. */
  readonly tokens: number | null;
  readonly costUsd: number | null;
}

/** How often the calls of one node led to calls of another. Nodes are named by their index. */
export interface GraphEdge {
  readonly from: number;
  readonly to: number;
  /** The calls of `from` called those of `to`, or these followed them under the same parent. */
  readonly kind: "calls" | "follows";
  readonly count: number;
  /** It leads to the same node or an earlier one. Without loops the edges never form a cycle. */
  readonly isLoop: boolean;
}

/** A trace as nodes in the order of their first calls in the tree. */
export interface TraceGraph {
  readonly nodes: readonly GraphNode[];
  /** Calls of all nodes. */
  readonly callCount: number;
  readonly edges: readonly GraphEdge[];
  /** The node of each row; -1 for calls that are not in the graph. */
  readonly nodeOf: Int32Array;
}
