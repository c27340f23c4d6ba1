import type { Call } from "@/lib/api/contract/calls/calls";
import { callDurationMs, callKind, callName } from "@/lib/calls/call-facts";
import { sentFacts } from "@/lib/calls/sent-facts";
import { type ChatMessage, type ChatPart, lastTextOf } from "@/lib/chat/chat-message";
import { answerTextOf, lastUserText, readMessages } from "@/lib/chat/read-messages";
import { OUTPUT_TEXT_MEMBERS, plainTextOf } from "@/lib/chat/spoken-words";
import { toolOutput } from "@/lib/chat/tool-output";
import { hasInventedTimes } from "./invented-times";

/**
 * The model and tool calls of a turn, in order of their starts. Calls inside one of them (a client inside a framework's
 * wrapper) would repeat its messages.
 */
export function messageCalls(turnId: string, calls: readonly Call[]): readonly Call[] {
  const byId = new Map(calls.map((call) => [call.id, call]));
  const speaks = (call: Call) => call.id !== turnId && ["llm", "tool"].includes(callKind(call));
  const isInside = (call: Call) => {
    const seen = new Set<string>();
    let above = byId.get(call.parent_id ?? "");
    while (above && !seen.has(above.id)) {
      if (speaks(above)) return true;
      seen.add(above.id);
      above = byId.get(above.parent_id ?? "");
    }
    return false;
  };
  return calls.filter((call) => speaks(call) && !isInside(call));
}

/** A turn's calls with their payloads; inputs of model calls may be omitted, except those of the first. */
export interface TurnCalls {
  readonly turn: Call;
  readonly speaking: readonly Call[];
}

/** Returns the messages of one turn in order: the user, then model and tool calls, then the output of the turn. */
export function turnMessages({ turn, speaking }: TurnCalls): readonly ChatMessage[] {
  const models = speaking.filter((call) => callKind(call) === "llm");
  const messages: ChatMessage[] = [...userMessage(turn, models[0])];
  for (const call of speaking) {
    if (callKind(call) === "llm") messages.push(...modelResponse(call.output));
    else messages.push(...toolMessages(call, messages));
  }
  return [...messages, ...closingAnswer(turn, messages)];
}

function userMessage(turn: Call, model: Call | undefined): readonly ChatMessage[] {
  for (const inputs of [turn.inputs, model?.inputs]) {
    const lastMessage = readMessages(inputs).findLast((message) => message.role === "user");
    if (lastMessage) return [lastMessage];
    const words = lastUserText(inputs);
    if (words !== null) return [messageOf("user", { kind: "text", text: words })];
  }
  return [];
}

function messageOf(role: ChatMessage["role"], ...parts: readonly ChatPart[]): ChatMessage {
  return { role, name: null, parts };
}

function modelResponse(output: unknown): readonly ChatMessage[] {
  const messages = readMessages(output);
  if (messages.length > 0) return messages;
  const words = plainTextOf(output, OUTPUT_TEXT_MEMBERS);
  return words === null ? [] : [messageOf("assistant", { kind: "text", text: words })];
}

/**
 * A tool's result, after the request of the model; a tool call without a model request includes its own request. None for a
 * second span of a tool call that has a result.
 */
function toolMessages(call: Call, before: readonly ChatMessage[]): readonly ChatMessage[] {
  const name = callName(call);
  const { toolCallId } = sentFacts(call);
  if (toolCallId !== null && isAnswered(before, toolCallId)) return [];
  const open = openRequests(before);
  const request = open.find(({ id }) => id !== null && id === toolCallId) ?? open.find((part) => part.name === name);
  const isError = Boolean(call.exception);
  const value = isError ? call.exception : (plainTextOf(call.output, OUTPUT_TEXT_MEMBERS) ?? toolOutput(call.output));
  const durationMs = call.ended_at && !hasInventedTimes(call) ? callDurationMs(call, 0) : null;
  const requestId = request?.id ?? toolCallId;
  const ran = durationMs === null ? {} : { durationMs };
  const result = messageOf("tool", { kind: "tool-result", requestId, name, value, isError, ...ran });
  if (request) return [result];
  return [
    messageOf("assistant", { kind: "tool-request", id: toolCallId, name, arguments: call.inputs ?? null }),
    result,
  ];
}

function isAnswered(messages: readonly ChatMessage[], requestId: string): boolean {
  return messages.some(({ parts }) =>
    parts.some((part) => part.kind === "tool-result" && part.requestId === requestId),
  );
}

/** Requests that have no result yet. Those without an id are matched in order. */
function openRequests(messages: readonly ChatMessage[]) {
  const parts = messages.flatMap((message) => message.parts);
  const requests = parts.filter((part) => part.kind === "tool-request");
  const results = parts.filter((part) => part.kind === "tool-result");
  const answered = new Set(results.flatMap((part) => part.requestId ?? []));
  const unnamed = new Map<string, number>();
  for (const part of results) {
    if (part.requestId === null && part.name) unnamed.set(part.name, (unnamed.get(part.name) ?? 0) + 1);
  }
  return requests.filter((part) => {
    if (part.id !== null) return !answered.has(part.id);
    const left = unnamed.get(part.name) ?? 0;
    if (left > 0) unnamed.set(part.name, left - 1);
    return left === 0;
  });
}

/** The turn's own output, unless it repeats the last model message. */
function closingAnswer(turn: Call, before: readonly ChatMessage[]): readonly ChatMessage[] {
  const hasAnswer = before.some((message) => message.role === "assistant" || message.role === "tool");
  if (!hasAnswer) return modelResponse(turn.output);
  const words = answerTextOf(turn.output);
  const isRepeated = words === null || lastTextOf(before, "assistant")?.trim() === words.trim();
  return isRepeated ? [] : [messageOf("assistant", { kind: "text", text: words })];
}
