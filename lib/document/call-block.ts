import type { Call } from "@/lib/api/contract/calls/calls";
import { callDurationMs, callKind, callName, callStatus, callUsage, usageTotal } from "@/lib/calls/call-facts";
import { kindName } from "@/lib/calls/call-kind";
import { readConversation } from "@/lib/chat/read-messages";
import { formatDuration } from "@/lib/format/duration";
import { formatCallCost } from "@/lib/format/money";
import { statusName } from "@/lib/format/status";
import { parseTime } from "@/lib/format/time";
import { formatTokens } from "@/lib/format/tokens";
import { type Html, html } from "./html";
import { messageBlocks } from "./message-block";
import { hasContent, textBlock, type ValueRoom, valueBlock } from "./value-block";

/** The times that bars are drawn in, in milliseconds since 1970. */
export interface TimeSpan {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** Deeper calls are drawn at this depth. */
const MAX_DRAWN_DEPTH = 12;
const BAR_WIDTH = 1000;

interface CallBlock {
  readonly call: Call;
  readonly depth: number;
  readonly span: TimeSpan;
  readonly nowMs: number;
  readonly room: ValueRoom;
  readonly isOpen: boolean;
}

/** One call of a tree: a line with its figures, which opens to its messages, inputs and output. */
export function callBlock({ call, depth, span, nowMs, room, isOpen }: CallBlock): Html {
  const status = callStatus(call);
  const kind = callKind(call);
  const durationMs = callDurationMs(call, nowMs);
  const { tokensIn, tokensOut, costUsd } = usageTotal(callUsage(call));
  const tokens =
    tokensIn === null && tokensOut === null ? null : `${formatTokens(tokensIn)} → ${formatTokens(tokensOut)}`;
  const level = Math.min(depth, MAX_DRAWN_DEPTH);
  return html`<li class="d${level}"><details class="call"${isOpen ? html` open` : null}><summary><span class="kind ${kind}">${kindName(kind)}</span><span class="name">${callName(call)}</span>${
    status === "ok" ? null : html`<span class="status ${status}">${statusName(status)}</span>`
  }<span class="figures">${durationMs === null ? null : html`<span>${formatDuration(durationMs)}</span>`}${
    tokens === null ? null : html`<span>${tokens} tokens</span>`
  }${costUsd === null ? null : html`<span>${formatCallCost(costUsd)}</span>`}</span>${barOf(call, span, durationMs, status)}</summary><div class="body">${callContent(call, room)}</div></details></li>`;
}

function barOf(call: Call, { fromMs, untilMs }: TimeSpan, durationMs: number | null, status: string): Html | null {
  const startedMs = parseTime(call.started_at);
  const wholeMs = untilMs - fromMs;
  if (startedMs === null || durationMs === null || wholeMs <= 0) return null;
  const left = Math.max(0, Math.min(BAR_WIDTH, Math.round((BAR_WIDTH * (startedMs - fromMs)) / wholeMs)));
  const width = Math.max(4, Math.min(BAR_WIDTH - left, Math.round((BAR_WIDTH * durationMs) / wholeMs)));
  return html`<svg class="bar" viewBox="0 0 ${BAR_WIDTH} 6" preserveAspectRatio="none" aria-hidden="true"><rect class="ground" width="${BAR_WIDTH}" height="6"/><rect class="${status === "error" ? "failed" : "time"}" x="${left}" width="${width}" height="6"/></svg>`;
}

/** The exception, the conversation and the payloads of a call. */
function callContent(call: Call, room: ValueRoom): Html {
  const { input, output } = readConversation(call.inputs, call.output);
  const messages = callKind(call) === "llm" || call.parent_id == null ? [...input, ...output] : [];
  const payloads = [
    hasContent(call.inputs) ? valueBlock("Inputs", call.inputs, room) : null,
    hasContent(call.output) ? valueBlock("Output", call.output, room) : null,
  ].filter((block) => block !== null);
  const isEmpty = messages.length === 0 && payloads.length === 0 && !call.exception;
  return html`${
    call.exception
      ? html`<div class="exception"><h3>Exception</h3>${textBlock(call.exception, room, "code")}</div>`
      : null
  }${messages.length === 0 ? null : messageBlocks(messages, room)}${
    messages.length === 0 || payloads.length === 0
      ? payloads
      : html`<details class="json"><summary>Inputs and output as logged</summary>${payloads}</details>`
  }${isEmpty ? html`<p class="note">No inputs and no output.</p>` : null}`;
}
