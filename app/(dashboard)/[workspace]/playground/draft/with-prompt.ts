import { countOf } from "@/lib/format/count";
import type { DraftMessage } from "./draft";

const isSystem = ({ role }: DraftMessage) => role === "system" || role === "developer";

const isBlank = ({ parts, toolCalls }: DraftMessage) =>
  toolCalls.length === 0 && parts.every((part) => part.kind === "text" && part.text.trim() === "");

/** Messages with a prompt in place of their instructions, and what of the prompt was left out. */
export interface PromptedMessages {
  readonly messages: readonly DraftMessage[];
  readonly lost: readonly string[];
}

/**
 * Replaces the system messages with those of a prompt; the conversation stays. Other messages of the prompt are used
 * only where there is no conversation yet.
 */
export function withPrompt(messages: readonly DraftMessage[], prompt: readonly DraftMessage[]): PromptedMessages {
  const instructions = prompt.filter(isSystem);
  const further = prompt.filter((message) => !isSystem(message));
  const conversation = messages.filter((message) => !isSystem(message));
  if (conversation.every(isBlank)) {
    return { messages: [...instructions, ...(further.length > 0 ? further : conversation)], lost: [] };
  }
  const kept = instructions.length > 0 ? conversation : messages;
  const lost =
    further.length === 0
      ? []
      : [
          `${countOf(further.length, "message")} of the prompt ${further.length === 1 ? "is" : "are"} not a system message; yours were kept.`,
        ];
  return { messages: [...instructions, ...kept], lost };
}
