import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import type { ChatMessage } from "@/lib/chat/chat-message";
import { plainMessages } from "@/lib/chat/plain-messages";

/**
 * Returns a thread as one line of JSON with its messages in the OpenAI form, as fine-tuning and the import of conversations
 * read it. Reasoning and media are left out: the form has no place for them.
 */
export function threadFile(threadId: string, messages: readonly ChatMessage[]): string {
  return `${stringifyJson({ thread_id: threadId, messages: messages.flatMap(plainMessages) })}\n`;
}

/** `thread-booking-7.jsonl` */
export function threadFileName(threadId: string): string {
  return `thread-${threadId.replace(/[^\w.-]+/g, "-").slice(0, 100)}.jsonl`;
}
