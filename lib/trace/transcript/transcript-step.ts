import { type ChatMessage, type ChatPart, failedMessage } from "@/lib/chat/chat-message";
import type { Conversation } from "@/lib/chat/read-messages";
import { toolOutput } from "@/lib/chat/tool-output";
import { type TranscriptMessage, transcriptMessages } from "@/lib/chat/transcript";
import { newMessages } from "./new-messages";
import { stepHistories, type TranscriptSteps, toolsBefore } from "./transcript-steps";

/** The loaded part of a step's payload. */
export type StepPayload =
  | {
      readonly kind: "read";
      readonly conversation: Conversation;
      readonly inputs: unknown;
      readonly output: unknown;
      /** The output as text, for comparing outputs. */
      readonly result: string;
      readonly exception: string | null;
    }
  /** Too large for a transcript; the number of characters. */
  | { readonly kind: "large"; readonly length: number }
  /** The response did not contain it. */
  | { readonly kind: "missing" };

/** A step as it is rendered. */
export type StepView =
  | { readonly kind: "waiting" }
  | {
      readonly kind: "messages";
      readonly items: readonly TranscriptMessage[];
      readonly messages: readonly ChatMessage[];
      readonly repeatedCount: number;
    }
  /** Its payload contains no messages. */
  | { readonly kind: "unreadable" }
  | { readonly kind: "large"; readonly length: number }
  | { readonly kind: "missing" };

export interface StepContext {
  readonly steps: TranscriptSteps;
  readonly payloadOf: (step: number) => StepPayload | undefined;
  readonly nameOf: (step: number) => string;
  readonly isFailed: (step: number) => boolean;
}

/** Returns the new messages of a step; waiting until everything it may repeat has loaded. */
export function prepareStep(context: StepContext, step: number): StepView {
  const payload = context.payloadOf(step);
  if (!payload) return { kind: "waiting" };
  if (payload.kind !== "read") return payload;
  if (context.steps.isTool[step] === 1) return toolStep(context, step, payload);
  return conversationStep(context, step, payload);
}

type ReadPayload = Extract<StepPayload, { kind: "read" }>;

function conversationStep(context: StepContext, step: number, payload: ReadPayload): StepView {
  const { conversation } = payload;
  const isSilent = conversation.input.length + conversation.output.length === 0;
  if (isSilent)
    return payload.exception === null ? { kind: "unreadable" } : viewOf([failedMessage(payload.exception)], 0);
  const { steps, payloadOf, nameOf } = context;
  const histories = stepHistories(steps, step);
  const tools = toolsBefore(steps, step);
  if ([...histories, ...tools].some((one) => payloadOf(one) === undefined)) return { kind: "waiting" };
  const earlierMessages = histories.flatMap((one) => {
    const read = payloadOf(one);
    return read?.kind === "read" ? [read.conversation] : [];
  });
  const earlierTools = tools.flatMap((one) => {
    const read = payloadOf(one);
    return read?.kind === "read" ? [{ name: nameOf(one), result: read.result }] : [];
  });
  const added = newMessages(conversation, earlierMessages, earlierTools);
  const messages = payload.exception === null ? added.messages : [...added.messages, failedMessage(payload.exception)];
  return viewOf(messages, added.repeatedCount, nextTool(context, step));
}

/** True if the next step is a tool that answers the last request, to draw a connecting line. */
function nextTool({ steps, isFailed }: StepContext, step: number): TranscriptMessage["stitch"] {
  if (steps.isTool[step + 1] !== 1) return "none";
  return isFailed(step + 1) ? "failed" : "answered";
}

function toolStep(context: StepContext, step: number, payload: ReadPayload): StepView {
  const name = context.nameOf(step);
  const isError = payload.exception !== null;
  // Without a preceding model call, nothing else shows the tool's request.
  const isEnabled = (context.steps.previous[step] ?? -1) >= 0;
  const request: ChatPart[] = isEnabled ? [] : [{ kind: "tool-request", id: null, name, arguments: payload.inputs }];
  const value = payload.exception ?? toolOutput(payload.output);
  const message: ChatMessage = {
    role: "tool",
    name: null,
    // The line above names the tool.
    parts: [...request, { kind: "tool-result", requestId: null, name: null, value, isError }],
  };
  return viewOf([message], 0);
}

function viewOf(
  messages: readonly ChatMessage[],
  repeatedCount: number,
  lastStitch: TranscriptMessage["stitch"] = "none",
): StepView {
  const items = transcriptMessages(messages).map((item, index, all) => {
    const isLast = index === all.length - 1;
    const asks = item.message.parts.some(({ kind }) => kind === "tool-request");
    return isLast && asks && item.message.role === "assistant" ? { ...item, stitch: lastStitch } : item;
  });
  return { kind: "messages", items, messages, repeatedCount };
}
