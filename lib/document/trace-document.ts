import type { Call } from "@/lib/api/contract/calls/calls";
import { callDurationMs, callName, callStatus } from "@/lib/calls/call-facts";
import { traceUsage } from "@/lib/calls/trace-usage";
import { countOf, formatCount } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { formatCallCost } from "@/lib/format/money";
import { formatFullTime, parseTime } from "@/lib/format/time";
import { formatTokens } from "@/lib/format/tokens";
import { orderCalls } from "@/lib/trace/skeleton/order-calls";
import { skeletonCall } from "@/lib/trace/skeleton/skeleton-call";
import { callBlock, type TimeSpan } from "./call-block";
import { type DocumentFact, documentPage } from "./document-page";
import { type DocumentSource, MAX_DOCUMENT_CALLS } from "./document-source";
import { type Html, html } from "./html";
import { ValueRoom } from "./value-block";

interface PlacedCall {
  readonly call: Call;
  readonly depth: number;
}

/** The calls of a tree in depth-first order. */
function placedCalls(calls: readonly Call[]): readonly PlacedCall[] {
  const order = orderCalls(calls.map(skeletonCall), new Map(calls.map(({ id }, index) => [id, index])));
  return [...order.calls].flatMap((index, row) => {
    const call = calls[index];
    return call ? [{ call, depth: order.depth[row] ?? 0 }] : [];
  });
}

/** The times between the first start and the last end of calls. */
function spanOf(calls: readonly Call[], nowMs: number): TimeSpan {
  let [fromMs, untilMs] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const call of calls) {
    const startedMs = parseTime(call.started_at);
    if (startedMs === null) continue;
    fromMs = Math.min(fromMs, startedMs);
    untilMs = Math.max(untilMs, startedMs + (callDurationMs(call, nowMs) ?? 0));
  }
  return { fromMs, untilMs };
}

/** The tree of calls, each to be opened; failed ones and the first are open. */
export function callTree(calls: readonly Call[], nowMs: number, room: ValueRoom): Html {
  const span = spanOf(calls, nowMs);
  const blocks = placedCalls(calls).map(({ call, depth }, row) =>
    callBlock({ call, depth, span, nowMs, room, isOpen: row === 0 || callStatus(call) === "error" }),
  );
  return html`<ul class="calls">${blocks}</ul>`;
}

/** Tokens and cost, where a call reports them. */
export function usageFacts(calls: readonly Call[]): readonly DocumentFact[] {
  const { tokensIn, tokensOut, costUsd } = traceUsage(calls);
  return [
    ...(tokensIn === null ? [] : [{ label: "Tokens in", value: formatTokens(tokensIn) }]),
    ...(tokensOut === null ? [] : [{ label: "Tokens out", value: formatTokens(tokensOut) }]),
    ...(costUsd === null ? [] : [{ label: "Cost", value: formatCallCost(costUsd) }]),
  ];
}

/** What a document lacks. */
export function noticesOf({ calls, problem, incomplete }: DocumentSource, room: ValueRoom): readonly string[] {
  return [
    ...(incomplete === null ? [] : [`This document may be incomplete. ${incomplete}`]),
    ...(problem === null ? [] : [`Calls are missing: ${problem}.`]),
    ...(calls.length > MAX_DOCUMENT_CALLS
      ? [`Only the first ${formatCount(MAX_DOCUMENT_CALLS)} calls are in this document.`]
      : []),
    ...(room.cutCount === 0
      ? []
      : [`${countOf(room.cutCount, "long text is", "long texts are")} cut, at the places that say so.`]),
  ];
}

/** Name of a trace: that of its first call. */
function traceTitle(calls: readonly Call[]): string {
  const first = placedCalls(calls)[0]?.call;
  return first ? callName(first) : "Trace";
}

/** Returns a trace as one HTML document that needs nothing else: its tree, messages, inputs and outputs. */
export function traceDocument(source: DocumentSource, foot: string): string {
  const calls = source.calls.slice(0, MAX_DOCUMENT_CALLS);
  const room = new ValueRoom();
  const { fromMs, untilMs } = spanOf(calls, source.readAtMs);
  const failedCount = calls.filter((call) => callStatus(call) === "error").length;
  const content = html`<h2>Calls</h2>${callTree(calls, source.readAtMs, room)}`;
  return documentPage({
    title: traceTitle(calls),
    kind: "Trace",
    facts: [
      { label: "Started", value: formatFullTime(fromMs) },
      { label: "Duration", value: formatDuration(Number.isFinite(untilMs - fromMs) ? untilMs - fromMs : null) },
      { label: "Calls", value: formatCount(calls.length) },
      ...(failedCount === 0 ? [] : [{ label: "Failed", value: formatCount(failedCount) }]),
      ...usageFacts(calls),
      { label: "Trace ID", value: source.id },
    ],
    notices: noticesOf(source, room),
    content,
    foot,
  });
}
