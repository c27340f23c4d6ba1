import { SOURCE_OPS } from "@/lib/api/contract/completions/completion-source";
import { plainNumber } from "@/lib/api/contract/scalars/json-text";
import { isJsonObject } from "@/lib/guard/json-object";
import { callConditions } from "@/service/traces/store/calls/call-expression";
import { orderByStart } from "@/service/traces/store/calls/call-keys";
import { selectCalls } from "@/service/traces/store/calls/call-rows";
import type { Store } from "@/service/traces/store/engine/store";
import { millisecondsBetween } from "@/service/traces/store/engine/timestamps";

/** What recent calls of a model took. */
export interface RecentUsage {
  readonly calls: number;
  readonly completionTokens: readonly number[];
  readonly latencyMs: readonly number[];
}

/** Newest completions that are looked at; of each model at most this many count. */
const MAX_READ_CALLS = 1000;
const MAX_CALLS_OF_MODEL = 200;

const COMPLETION_OPS = ["weave.completions_create", ...Object.values(SOURCE_OPS)];

/** Returns what the newest completions of this service took, by the model's name at its provider. */
export async function readRecentUsage(
  store: Store,
  projectId: string,
  signal: AbortSignal,
): Promise<Map<string, RecentUsage>> {
  const found = new Map<string, { completionTokens: number[]; latencyMs: number[] }>();
  const selection = {
    projectId,
    conditions: callConditions({ filter: { op_names: COMPLETION_OPS } }),
    order: orderByStart("desc"),
    limit: MAX_READ_CALLS,
    offset: 0,
  };
  const columns = ["summary", "ended_at"] as const;
  for await (const calls of selectCalls(store, selection, { columns, maxValueLength: null }, signal)) {
    for (const { summary, started_at: startedAt, ended_at: endedAt } of calls) {
      const { usage } = JSON.parse(summary || "{}") as { usage?: unknown };
      if (!endedAt || !isJsonObject(usage)) continue;
      for (const [model, counts] of Object.entries(usage)) {
        const tokens = isJsonObject(counts) ? plainNumber(counts.completion_tokens) : null;
        const sums = found.get(model) ?? { completionTokens: [], latencyMs: [] };
        if (typeof tokens !== "number" || sums.completionTokens.length >= MAX_CALLS_OF_MODEL) continue;
        sums.completionTokens.push(tokens);
        sums.latencyMs.push(millisecondsBetween(startedAt, endedAt));
        found.set(model, sums);
      }
    }
  }
  return new Map([...found].map(([model, sums]) => [model, { calls: sums.latencyMs.length, ...sums }]));
}
