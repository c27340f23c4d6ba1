import type { z } from "zod";
import type { callEnd, callStart } from "@/lib/api/contract/calls/calls";

type CallStart = z.input<typeof callStart>;
type CallEnd = z.input<typeof callEnd>;

/** Returns a whole call, as the two entries of a batch that store it. */
export type SampleCall = readonly [
  { readonly mode: "start"; readonly req: { readonly start: CallStart } },
  { readonly mode: "end"; readonly req: { readonly end: CallEnd } },
];

/** Tokens of one model, as clients report them. */
interface SampleUsage {
  readonly requests: number;
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly total_tokens: number;
}

export type UsageByModel = Readonly<Record<string, SampleUsage>>;

export interface CallFacts {
  readonly shared: Pick<CallStart, "project_id" | "trace_id" | "thread_id" | "turn_id">;
  readonly id: string;
  readonly parentId: string | null;
  readonly op: string;
  readonly displayName?: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  readonly output: unknown;
  readonly exception: string | null;
  readonly usage: UsageByModel;
}

const iso = (ms: number) => new Date(ms).toISOString();

export function sampleCall(facts: CallFacts): SampleCall {
  const { shared, id, parentId, op, displayName, attributes, inputs, output, exception, usage } = facts;
  const start = {
    ...shared,
    id,
    parent_id: parentId,
    op_name: op,
    ...(displayName === undefined ? {} : { display_name: displayName }),
    started_at: iso(facts.startedAtMs),
    attributes: { ...attributes },
    inputs: { ...inputs },
  };
  const end = {
    project_id: shared.project_id,
    id,
    ended_at: iso(facts.endedAtMs),
    output: exception === null ? output : null,
    exception,
    summary: Object.keys(usage).length === 0 ? {} : { usage },
  };
  return [
    { mode: "start", req: { start } },
    { mode: "end", req: { end } },
  ];
}

/** Returns the usage of several calls together, as clients roll it up into their parent call. */
export function addUsage(all: readonly UsageByModel[]): UsageByModel {
  const sum: Record<string, SampleUsage> = {};
  for (const [model, usage] of all.flatMap((byModel) => Object.entries(byModel))) {
    const before = sum[model];
    sum[model] = {
      requests: (before?.requests ?? 0) + usage.requests,
      prompt_tokens: (before?.prompt_tokens ?? 0) + usage.prompt_tokens,
      completion_tokens: (before?.completion_tokens ?? 0) + usage.completion_tokens,
      total_tokens: (before?.total_tokens ?? 0) + usage.total_tokens,
    };
  }
  return sum;
}
