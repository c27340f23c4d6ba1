import { v7 as uuidv7 } from "uuid";
import { send } from "@/e2e/support/service-client";

const BATCH = 2500;
const START_MS = Date.parse("2026-11-20T14:30:00Z");
const KINDS = ["tool", "llm", "op", "tool"] as const;
/** One call in this many fails. */
const ERROR_EVERY = 997;

interface Made {
  readonly id: string;
  readonly parent: string | null;
  readonly op: string;
  readonly kind: string;
  readonly at: number;
  readonly for: number;
}

/**
 * The calls of one agent run: a chain of `depth` calls, then turns of ten steps with tools below them. Each turn starts
 * when the previous one ends; its tools run two at a time.
 */
export function makeCalls(count: number, depth: number): readonly Made[] {
  const calls: Made[] = [];
  const add = (parent: Made | null, op: string, kind: string, at: number, length: number): Made => {
    const call = { id: uuidv7(), parent: parent?.id ?? null, op, kind, at, for: length };
    calls.push(call);
    return call;
  };
  const spanMs = count * 10 + 10_000;
  const root = add(null, "agent.run", "agent", 0, spanMs);
  let above = root;
  for (let level = 1; level < depth; level += 1) {
    above = add(above, `nested_${level}`, KINDS[level % KINDS.length] ?? "op", level, 9000 - level);
  }
  for (let turn = 0; calls.length < count; turn += 1) {
    const turnAt = 10_000 + turn * 10_000;
    const turnCall = add(root, `turn_${turn % 40}`, "agent", turnAt, 9_900);
    for (let step = 0; step < 10 && calls.length < count; step += 1) {
      const stepAt = turnAt + step * 990;
      const stepCall = add(turnCall, "plan.step", "llm", stepAt, 980);
      for (let tool = 0; tool < 98 && calls.length < count; tool += 1) {
        const kind = KINDS[tool % KINDS.length] ?? "op";
        add(stepCall, `tools.call_${tool % 17}`, kind, stepAt + tool * 9.9, tool % 2 === 0 ? 9 : 18);
      }
    }
  }
  return calls;
}

/** Stores a trace and returns the id of its first call. */
export async function logTrace(serviceUrl: string, project: string, made: readonly Made[]): Promise<string> {
  const [root] = made;
  if (!root) throw new Error("A trace has calls.");
  for (let from = 0; from < made.length; from += BATCH) {
    const batch = made.slice(from, from + BATCH).map((call, index) => ({
      project_id: project,
      id: call.id,
      trace_id: root.id,
      parent_id: call.parent,
      op_name: call.op,
      started_at: new Date(START_MS + call.at).toISOString(),
      ended_at: new Date(START_MS + call.at + call.for).toISOString(),
      attributes: { kind: call.kind },
      inputs: { query: "JFK SEA 05-22", index: from + index },
      output: { ok: true },
      summary:
        call.kind === "llm" ? { usage: { "gpt-4.1": { requests: 1, prompt_tokens: 900, completion_tokens: 40 } } } : {},
      exception: (from + index) % ERROR_EVERY === ERROR_EVERY - 1 ? "ValueError: no such flight" : null,
    }));
    await send(serviceUrl, `/v2/${project}/calls/complete`, { batch });
  }
  return root.id;
}
