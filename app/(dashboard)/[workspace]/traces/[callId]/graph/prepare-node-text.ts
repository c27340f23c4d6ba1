import { kindName } from "@/lib/calls/call-kind";
import { countOf } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { formatCallCost } from "@/lib/format/money";
import { formatTokens } from "@/lib/format/tokens";
import type { GraphNode, TraceGraph } from "./trace-graph";

/** Returns the known figures of a node: duration, tokens, cost. */
export function nodeFigures({ totalMs, tokens, costUsd }: GraphNode): readonly string[] {
  return [
    totalMs === null ? "" : formatDuration(totalMs),
    tokens === null ? "" : `${formatTokens(tokens)} tokens`,
    costUsd === null ? "" : formatCallCost(costUsd),
  ].filter((text) => text !== "");
}

/** Returns what a screen reader says of a node: what it counts, and where its calls led. */
export function nodeLabel({ nodes, edges }: Pick<TraceGraph, "nodes" | "edges">, index: number): string {
  const node = nodes[index];
  if (node === undefined) return "";
  const facts = [
    node.name,
    kindName(node.kind),
    ...(node.callCount > 1 ? [countOf(node.callCount, "call")] : []),
    ...(node.errorCount > 0 ? [node.callCount > 1 ? countOf(node.errorCount, "error") : "failed"] : []),
    ...(node.runningCount > 0 ? [node.callCount > 1 ? `${node.runningCount} running` : "running"] : []),
    ...nodeFigures(node),
  ];
  const ways = edges
    .filter(({ from }) => from === index)
    .map(({ to, kind, count, isLoop }) => {
      const verb = isLoop ? "leads back to" : kind === "calls" ? "calls" : "then";
      return `${verb} ${to === index ? "itself" : (nodes[to]?.name ?? "")}${count > 1 ? ` ${countOf(count, "time")}` : ""}`;
    });
  return [facts.join(", "), ...(ways.length > 0 ? [ways.join(", ")] : [])].join("; ");
}
