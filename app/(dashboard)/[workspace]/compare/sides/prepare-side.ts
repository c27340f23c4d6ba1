import type { Call } from "@/lib/api/contract/calls/calls";
import {
  callDurationMs,
  callKind,
  callName,
  callStatus,
  callUsage,
  opLabel,
  type UsageTotal,
  usageTotal,
} from "@/lib/calls/call-facts";
import type { Kind } from "@/lib/calls/call-kind";
import { usageNode } from "@/lib/calls/trace-usage";
import type { Status } from "@/lib/format/status";
import { parseTime } from "@/lib/format/time";
import { countedUsage } from "@/lib/usage/counted-usage";

/** A call in the tree, or the thread that contains turns. */
export interface SideNode {
  readonly id: string;
  /** Null for the thread itself, which is not a call. */
  readonly call: Call | null;
  /** The name by which calls are matched. */
  readonly op: string;
  readonly name: string;
  readonly kind: Kind;
  readonly status: Status;
  readonly startedMs: number | null;
  readonly durationMs: number | null;
  /** Tokens and cost including everything below. */
  readonly usage: UsageTotal;
  readonly children: readonly SideNode[];
  /** The number of all descendants. */
  readonly descendantCount: number;
  readonly hasErrorInside: boolean;
}

/** One column of the comparison: a call with its descendants, or the turns of a thread. */
export interface ComparedSide {
  readonly roots: readonly SideNode[];
  readonly byId: ReadonlyMap<string, SideNode>;
  readonly callCount: number;
  readonly errorCount: number;
}

/** The id that the column was requested with. */
export type SideSource = { readonly kind: "call" | "thread"; readonly id: string };

interface Draft {
  readonly call: Call;
  readonly startedMs: number;
  readonly children: Draft[];
}

type ModelTotals = ReadonlyMap<string, UsageTotal>;

/**
 * Builds a side from the calls of its trace or thread. A call in the middle of a trace is compared with its
 * descendants; a root includes calls whose parent is missing. A thread is one node above its turns.
 */
export function sideOf(source: SideSource, calls: readonly Call[], nowMs: number): ComparedSide {
  const { roots, drafts } = attach(calls);
  const opened = drafts.get(source.id);
  const isPart = source.kind === "call" && opened !== undefined && !roots.includes(opened);
  const chosen = isPart && opened ? [opened] : roots;
  const rows = new Map(calls.map(({ id }, row) => [id, row]));
  const { isCounted } = countedUsage(
    calls.map((call) => usageNode(call, callUsage(call))),
    (row) => rows.get(calls[row]?.parent_id ?? "") ?? -1,
  );
  const byId = new Map<string, SideNode>();
  const totals = new Map<string, ModelTotals>();
  for (const draft of fromLeaves(chosen)) {
    const children = draft.children.flatMap(({ call }) => byId.get(call.id) ?? []);
    const models = modelTotals(draft, totals, (model) => isCounted(rows.get(draft.call.id) ?? -1, model));
    totals.set(draft.call.id, models);
    byId.set(draft.call.id, nodeOf(draft, children, usageTotal([...models.values()]), nowMs));
  }
  const nodes = [...byId.values()];
  const tops = chosen.flatMap(({ call }) => byId.get(call.id) ?? []);
  const isThread = source.kind === "thread" && tops.length > 0;
  const rootNodes = isThread ? [threadNode(source.id, tops)] : tops;
  for (const node of rootNodes) byId.set(node.id, node);
  return {
    roots: rootNodes,
    byId,
    callCount: nodes.length,
    errorCount: nodes.filter(({ status }) => status === "error").length,
  };
}

/** Puts each call under its parent. A cycle of parents is broken at its earliest call, so that nothing is lost. */
function attach(calls: readonly Call[]): { roots: Draft[]; drafts: ReadonlyMap<string, Draft> } {
  const drafts = new Map<string, Draft>();
  for (const call of calls) drafts.set(call.id, { call, startedMs: parseTime(call.started_at) ?? 0, children: [] });
  const ordered = [...drafts.values()].sort(byStart);
  const roots: Draft[] = [];
  for (const draft of ordered) {
    const parent = drafts.get(draft.call.parent_id ?? "");
    if (parent && parent !== draft) parent.children.push(draft);
    else roots.push(draft);
  }
  const reached = new Set(fromLeaves(roots));
  for (const draft of ordered) {
    if (reached.has(draft)) continue;
    const siblings = drafts.get(draft.call.parent_id ?? "")?.children;
    siblings?.splice(siblings.indexOf(draft), 1);
    roots.push(draft);
    for (const inner of fromLeaves([draft])) reached.add(inner);
  }
  return { roots: roots.sort(byStart), drafts };
}

/** Siblings by start, to the nanosecond if the service returns it; equal ones by id, so that the order is stable. */
function byStart(left: Draft, right: Draft): number {
  if (left.startedMs !== right.startedMs) return left.startedMs - right.startedMs;
  const [first, second] = [fractionOf(left.call.started_at), fractionOf(right.call.started_at)];
  return first - second || (left.call.id < right.call.id ? -1 : 1);
}

const fractionOf = (time: string) => Number(`0${/\.\d+/.exec(time)?.[0] ?? ""}`);

/** Some calls and all their descendants, children before parents; iterative, since traces are deep. */
function fromLeaves(roots: readonly Draft[]): readonly Draft[] {
  const order: Draft[] = [];
  const stack = [...roots];
  for (let draft = stack.pop(); draft; draft = stack.pop()) {
    order.push(draft);
    for (const child of draft.children) stack.push(child);
  }
  return order.reverse();
}

/** Usage by model of a call and those below it, of what counts. */
function modelTotals(
  { call, children }: Draft,
  known: ReadonlyMap<string, ModelTotals>,
  isCounted: (model: string) => boolean,
): ModelTotals {
  const lists = new Map<string, UsageTotal[]>();
  for (const child of children) {
    for (const [model, usage] of known.get(child.call.id) ?? []) {
      const list = lists.get(model);
      if (list) list.push(usage);
      else lists.set(model, [usage]);
    }
  }
  const totals = new Map([...lists].map(([model, list]) => [model, usageTotal(list)] as const));
  for (const usage of callUsage(call)) {
    if (isCounted(usage.model)) totals.set(usage.model, usageTotal([...(lists.get(usage.model) ?? []), usage]));
  }
  return totals;
}

function nodeOf({ call, startedMs }: Draft, children: readonly SideNode[], usage: UsageTotal, nowMs: number): SideNode {
  return {
    id: call.id,
    call,
    op: opLabel(call.op_name),
    name: callName(call),
    kind: callKind(call),
    status: callStatus(call),
    startedMs,
    durationMs: callDurationMs(call, nowMs),
    usage,
    children,
    ...descendantsOfNode(children),
  };
}

/** Time between turns belongs to the user: the duration of a thread is the sum of its turns. */
function threadNode(id: string, turns: readonly SideNode[]): SideNode {
  const durations = turns.flatMap(({ durationMs }) => durationMs ?? []);
  const isRunning = turns.some(({ status }) => status === "running");
  return {
    id,
    call: null,
    op: "thread",
    name: id,
    kind: "agent",
    status: isRunning ? "running" : "ok",
    startedMs: turns[0]?.startedMs ?? null,
    durationMs: durations.length === 0 ? null : durations.reduce((sum, duration) => sum + duration, 0),
    usage: usageTotal(turns.map((turn) => turn.usage)),
    children: turns,
    ...descendantsOfNode(turns),
  };
}

function descendantsOfNode(children: readonly SideNode[]) {
  return {
    descendantCount: children.reduce((sum, child) => sum + 1 + child.descendantCount, 0),
    hasErrorInside: children.some(({ status, hasErrorInside }) => hasErrorInside || status === "error"),
  };
}

/** All nodes of a side in tree order. */
export function nodesDepthFirst(side: ComparedSide): readonly SideNode[] {
  const nodes: SideNode[] = [];
  const stack = [...side.roots].reverse();
  for (let node = stack.pop(); node; node = stack.pop()) {
    nodes.push(node);
    for (let at = node.children.length - 1; at >= 0; at -= 1) {
      const child = node.children[at];
      if (child) stack.push(child);
    }
  }
  return nodes;
}

/** The letter of a column, in the order of the URL. */
export function sideLetter(column: number): string {
  return String.fromCharCode("A".charCodeAt(0) + column);
}
