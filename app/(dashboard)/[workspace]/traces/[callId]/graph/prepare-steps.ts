import { opLabel } from "@/lib/calls/call-facts";
import type { TimeSlicedWork } from "@/lib/scheduling/run-in-short-slices";
import { textAt } from "@/lib/trace/skeleton/text-table";
import { KINDS, type TraceSkeleton } from "@/lib/trace/skeleton/trace-skeleton";
import { GraphBuilder } from "./graph-builder";
import type { CallOrigins } from "./prepare-origins";
import type { TraceGraph } from "./trace-graph";

/** Number of rows between two yields. */
const STRIDE = 1024;
const AGENT = KINDS.indexOf("agent");

/** An agent whose calls are being counted. */
interface OpenAgent {
  readonly node: number;
  /** The row after its last descendant. */
  readonly end: number;
  readonly step: number;
  /** The node of the same step further up; -1 for none. */
  readonly outer: number;
}

/**
 * Counts the calls of a trace by step, in one pass: calls of one op and kind under one agent are one node. An agent that
 * is called inside itself is the same node again, so that recursion is a loop and not a chain.
 */
export function* stepGraph(skeleton: TraceSkeleton, origins: CallOrigins, untilMs: number): TimeSlicedWork<TraceGraph> {
  const opOf = opNumbers(skeleton);
  const stepsPerAgent = skeleton.ops.ends.length * KINDS.length;
  const graph = new GraphBuilder(skeleton, untilMs);
  const nodes = new Map<number, number>();
  const agents: OpenAgent[] = [];
  const openNodes = new Map<number, number>();
  for (let row = 0; row < skeleton.count; row += 1) {
    if (row % STRIDE === 0) yield;
    if (origins.isHidden[row] === 1) continue;
    for (let last = agents.at(-1); last !== undefined && last.end <= row; last = agents.at(-1)) {
      openNodes.set(last.step, last.outer);
      agents.pop();
    }
    const kind = skeleton.kind[row] ?? 0;
    const step = (opOf[skeleton.op[row] ?? 0] ?? 0) * KINDS.length + kind;
    const outer = openNodes.get(step) ?? -1;
    const key = ((agents.at(-1)?.node ?? -1) + 1) * stepsPerAgent + step;
    const known = outer >= 0 ? outer : nodes.get(key);
    const node = known ?? graph.addNode(row, opLabel(textAt(skeleton.ops, skeleton.op[row] ?? 0)));
    nodes.set(key, node);
    graph.addCall(node, row, origins);
    if (kind !== AGENT) continue;
    agents.push({ node, end: skeleton.end[row] ?? 0, step, outer });
    openNodes.set(step, node);
  }
  return graph.build();
}

/** The number of each op by its number in the skeleton: versions of one op count as one. */
function opNumbers({ ops }: TraceSkeleton): Uint32Array {
  const numbers = new Map<string, number>();
  return Uint32Array.from(ops.ends, (_end, number) => {
    const label = opLabel(textAt(ops, number));
    const known = numbers.get(label) ?? numbers.size;
    numbers.set(label, known);
    return known;
  });
}
