import type { Call } from "@/lib/api/contract/calls/calls";

const START = Date.parse("2026-11-20T10:00:00Z");

/** A call and its descendants, in the order of their starts. */
export interface Step {
  readonly id: string;
  readonly op: string;
  readonly name?: string;
  readonly durationMs?: number;
  readonly usage?: Readonly<Record<string, Record<string, unknown>>>;
  readonly exception?: string;
  readonly attributes?: Record<string, unknown>;
  readonly inside?: readonly Step[];
}

/** The calls of a tree of steps, one second apart. */
export function callsOf(steps: readonly Step[], parentId: string | null = null): Call[] {
  let second = 0;
  const read = (inner: readonly Step[], parent: string | null): Call[] =>
    inner.flatMap((step) => {
      const startedMs = START + 1000 * second;
      second += 1;
      const call: Call = {
        id: step.id,
        project_id: "e/p",
        trace_id: "t",
        parent_id: parent,
        op_name: step.op,
        display_name: step.name ?? null,
        started_at: new Date(startedMs).toISOString(),
        ended_at: new Date(startedMs + (step.durationMs ?? 100)).toISOString(),
        exception: step.exception ?? null,
        attributes: step.attributes ?? {},
        summary: { usage: { ...step.usage } },
      };
      return [call, ...read(step.inside ?? [], step.id)];
    });
  return read(steps, parentId);
}
