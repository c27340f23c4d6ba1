import { z } from "zod";
import type { Call } from "@/lib/api/contract/calls/calls";
import { oneLine } from "@/lib/api/server/mcp/answer/bounded-text";
import { callDurationMs, callName, callStatus, callUsage, opLabel, usageTotal } from "@/lib/calls/call-facts";
import { exceptionLine } from "@/lib/calls/exception-text";
import { formatDuration } from "@/lib/format/duration";
import { formatCallCost } from "@/lib/format/money";
import { statusName } from "@/lib/format/status";
import { formatTokens } from "@/lib/format/tokens";

export const PREVIEW_LENGTH = 160;
const MAX_NAME_LENGTH = 160;
const MAX_EXCEPTION_LENGTH = 300;

/** A call as lists and trees show it. */
export const callRow = z.object({
  id: z.string(),
  trace_id: z.string(),
  op: z.string().describe("The plain name of the op, as `op:` in a query reads it."),
  name: z.string().optional().describe("The display name, if it has one."),
  status: z.string().describe("ok, error, running, error inside (a call below failed), or unknown."),
  started_at: z.string(),
  latency_ms: z.number().nullable(),
  model: z.string().optional(),
  tokens_in: z.number().nullable(),
  tokens_out: z.number().nullable(),
  cost_usd: z.number().nullable(),
  exception: z.string().optional().describe("The informative line of the exception."),
});

export type CallRow = z.infer<typeof callRow>;

const MAX_NAMED_MODELS = 3;

function modelsText(models: readonly string[]): string {
  const named = models.slice(0, MAX_NAMED_MODELS).join(", ");
  return models.length > MAX_NAMED_MODELS ? `${named} and ${models.length - MAX_NAMED_MODELS} more` : named;
}

/** Returns a call without its payload. Usage includes that of the calls below, as clients add it up. */
export function callRowOf(call: Call, nowMs: number): CallRow {
  const usage = callUsage(call);
  const { tokensIn, tokensOut, costUsd } = usageTotal(usage);
  const op = opLabel(call.op_name);
  const name = callName(call);
  const models = usage.map(({ model }) => model);
  return {
    id: call.id,
    trace_id: call.trace_id,
    op: oneLine(op, MAX_NAME_LENGTH),
    ...(name === op ? {} : { name: oneLine(name, MAX_NAME_LENGTH) }),
    status: statusName(callStatus(call)),
    started_at: call.started_at,
    latency_ms: callDurationMs(call, nowMs),
    ...(models.length === 0 ? {} : { model: oneLine(modelsText(models), MAX_NAME_LENGTH) }),
    tokens_in: tokensIn,
    tokens_out: tokensOut,
    cost_usd: costUsd,
    ...(call.exception ? { exception: oneLine(exceptionLine(call.exception), MAX_EXCEPTION_LENGTH) } : {}),
  };
}

/** The figures of a call on one line: `10.0 s, 1.2k in, 311 out, $0.0042, gpt-4o`. */
export function callFiguresText(row: CallRow): string {
  const parts = [
    row.latency_ms === null ? null : formatDuration(row.latency_ms),
    row.tokens_in === null ? null : `${formatTokens(row.tokens_in)} in`,
    row.tokens_out === null ? null : `${formatTokens(row.tokens_out)} out`,
    row.cost_usd === null ? null : formatCallCost(row.cost_usd),
    row.model ?? null,
  ];
  return parts.filter((part) => part !== null).join(", ");
}

/** Columns of a call besides its payload. */
export const CALL_ROW_COLUMNS = ["display_name", "parent_id", "thread_id", "ended_at", "exception", "summary"];
