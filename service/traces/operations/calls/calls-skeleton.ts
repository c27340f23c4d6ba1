import { isJsonObject } from "@/lib/guard/json-object";
import { hasCount, tokensOf } from "@/lib/usage/usage-tokens";
import { pageOf } from "@/service/kernel/checks/page-limits";
import { derivedSummary } from "@/service/traces/calls/call-line";
import { callSelectionOf } from "@/service/traces/calls/call-selection";
import { REPORT_COLUMNS } from "@/service/traces/calls/usage-report";
import type { Handler } from "@/service/traces/handlers/handler";
import { RawLines } from "@/service/traces/handlers/raw-json";
import { MAX_PAGE_SIZE } from "@/service/traces/store/calls/call-keys";
import { type StoredCall, type StoredCallColumn, selectCalls } from "@/service/traces/store/calls/call-rows";
import { toWireTime } from "@/service/traces/store/engine/timestamps";
import { costsOfUsage, type ProjectPrices, readProjectPrices } from "@/service/traces/store/prices/prices";

const columns: readonly StoredCallColumn[] = [
  ...(["parent_id", "thread_id", "display_name", "ended_at", "exception", "descendant_errors"] as const),
  ...(["summary", "run_id", "run_step", "attribute_kind", "weave_kind", "attribute_tool", ...REPORT_COLUMNS] as const),
];

const costMembers = ["prompt", "completion", "cache_read_input", "cache_creation_input"].map(
  (kind) => `${kind}_tokens_total_cost`,
);

/** Streams the members of the selected calls that a tree shows: no payload leaves the engine except the summary. */
export const streamSkeleton: Handler<"calls.skeleton"> = async function* ({ body }, context) {
  const { store, signal } = context;
  const { limit, offset } = pageOf(body);
  if (limit === 0) return;
  const selection = { projectId: body.project_id, ...(await callSelectionOf(context, body)), limit, offset };
  const prices = body.include_costs ? await readProjectPrices(store, body.project_id, { signal }) : null;
  for await (const rows of selectCalls(store, selection, { columns, pageSize: MAX_PAGE_SIZE }, signal)) {
    yield new RawLines(rows.map((row) => `${JSON.stringify(skeletonOf(row, prices))}\n`).join(""));
  }
};

/** A member without a value is omitted. */
function skeletonOf(row: StoredCall, prices: ProjectPrices | null): Readonly<Record<string, unknown>> {
  const usage = usageOf(row.summary);
  const costs = prices && usage ? costsOfUsage(usage, prices, row.started_at) : null;
  return {
    id: row.id,
    op_name: row.op_name,
    started_at: toWireTime(row.started_at),
    ended_at: row.ended_at ? toWireTime(row.ended_at) : undefined,
    display_name: row.display_name || undefined,
    parent_id: row.parent_id || undefined,
    thread_id: row.thread_id || undefined,
    exception: row.exception || undefined,
    attributes: shownAttributes(row),
    summary: {
      usage: usage ? tokensByModel(usage) : undefined,
      weave: {
        ...derivedSummary(row),
        trace_name: undefined,
        ...(costs ? { costs: byModel(costs, costMembers) } : {}),
      },
    },
    svc_run_id: row.run_id || undefined,
    svc_run_step: row.run_step ?? undefined,
  };
}

function shownAttributes({ attribute_kind: kind, weave_kind: weaveKind, attribute_tool: tool }: StoredCall) {
  if (!kind && !weaveKind) return undefined;
  return { kind: kind || undefined, weave: weaveKind ? { kind: weaveKind } : undefined, tool: tool || undefined };
}

function usageOf(summary: string | undefined): Readonly<Record<string, unknown>> | null {
  const { usage } = summary ? (JSON.parse(summary) as { usage?: unknown }) : {};
  return isJsonObject(usage) ? usage : null;
}

function tokensByModel(usage: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(usage).map(([model, entry]) => [model, isJsonObject(entry) ? tokensIn(entry) : {}]),
  );
}

function tokensIn(entry: Readonly<Record<string, unknown>>) {
  const { requests, prompt, completion } = tokensOf(entry);
  return {
    requests: hasCount(entry, "requests") ? requests : undefined,
    prompt_tokens: prompt > 0 || hasCount(entry, "prompt", "input") ? prompt : undefined,
    completion_tokens: completion > 0 || hasCount(entry, "output") ? completion : undefined,
  };
}

/** Returns the named members of each model. Not built by assignment: a model may be called `__proto__`. */
function byModel(models: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(models).map(([model, members]) => [
      model,
      isJsonObject(members) ? Object.fromEntries(Object.entries(members).filter(([name]) => names.includes(name))) : {},
    ]),
  );
}
