import type { Call } from "@/lib/api/contract/calls/calls";
import { callKind } from "@/lib/calls/call-facts";
import type { ChatMessage } from "@/lib/chat/chat-message";
import { readMessages } from "@/lib/chat/read-messages";
import { countOf, formatCount } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { formatCallCost } from "@/lib/format/money";
import { statusName } from "@/lib/format/status";
import { formatFullTime } from "@/lib/format/time";
import { type Turn, threadFigures, threadTurns } from "@/lib/thread/thread-turns";
import { messageCalls, turnMessages } from "@/lib/thread/turn-messages";
import { documentPage } from "./document-page";
import { type DocumentSource, MAX_DOCUMENT_CALLS } from "./document-source";
import { type Html, html } from "./html";
import { messageBlocks } from "./message-block";
import { callTree, noticesOf, usageFacts } from "./trace-document";
import { ValueRoom } from "./value-block";

/** Returns a thread as one HTML document that needs nothing else: its turns with messages, and the calls of each. */
export function threadDocument(source: DocumentSource, foot: string): string {
  const calls = source.calls.slice(0, MAX_DOCUMENT_CALLS);
  const room = new ValueRoom();
  const turns = threadTurns(calls, source.readAtMs);
  const { startedMs, endedMs } = threadFigures(turns);
  const system = systemPrompt(calls);
  const content = html`${system === null ? null : messageBlocks([system], room)}${turns.map((turn) =>
    turnSection(turn, calls, source.readAtMs, room),
  )}${turns.length === 0 ? html`<h2>Calls</h2>${callTree(calls, source.readAtMs, room)}` : null}`;
  return documentPage({
    title: source.id,
    kind: "Thread",
    facts: [
      { label: "Started", value: formatFullTime(startedMs) },
      { label: "Ended", value: formatFullTime(endedMs) },
      { label: "Turns", value: formatCount(turns.length) },
      ...usageFacts(calls),
    ],
    notices: noticesOf(source, room),
    content,
    foot,
  });
}

/** The first system prompt that a model was sent: later ones repeat it. */
function systemPrompt(calls: readonly Call[]): ChatMessage | null {
  for (const call of calls) {
    if (callKind(call) !== "llm") continue;
    const system = readMessages(call.inputs).find(({ role }) => role === "system");
    if (system) return system;
  }
  return null;
}

function turnSection(turn: Turn, calls: readonly Call[], nowMs: number, room: ValueRoom): Html {
  const own = calls.filter((call) => call.turn_id === turn.id);
  const call = own.find(({ id }) => id === turn.id);
  const messages = call ? turnMessages({ turn: call, speaking: messageCalls(turn.id, own) }) : [];
  const facts = [
    formatFullTime(turn.startedMs),
    formatDuration(turn.durationMs),
    ...(turn.status === "ok" ? [] : [statusName(turn.status)]),
    ...(turn.costUsd === null ? [] : [formatCallCost(turn.costUsd)]),
  ];
  return html`<section><h2>Turn ${turn.number}</h2><p class="facts">${facts.join(" · ")}</p>${
    messages.length === 0 ? null : messageBlocks(messages, room)
  }<details class="json"><summary>${countOf(own.length, "call")} of this turn</summary>${callTree(own, nowMs, room)}</details></section>`;
}
