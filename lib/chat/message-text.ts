import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import type { ChatMessage, ChatPart } from "./chat-message";
import { documentsText } from "./found-documents";
import type { Conversation } from "./read-messages";

/** Returns a conversation as plain text to paste elsewhere: a heading for each role, then the text. */
export function conversationText({ input, output }: Conversation): string {
  return messagesText([...input, ...output]);
}

/** Returns messages as plain text. */
export function messagesText(messages: readonly ChatMessage[]): string {
  return messages
    .map(({ role, name, parts }) => {
      const speaker = name === null ? role : `${role} (${name})`;
      return [`${speaker}:`, ...parts.map(partText)].join("\n");
    })
    .join("\n\n");
}

function partText(part: ChatPart): string {
  switch (part.kind) {
    case "text":
      return part.text;
    case "reasoning":
      return `[reasoning] ${part.text}`;
    case "media":
      return `[${part.media}${part.name === null ? "" : ` ${part.name}`}]`;
    case "tool-request":
      return `[calls ${part.name}] ${asText(part.arguments)}`;
    case "tool-result":
      return `[${part.isError ? "failed" : "result"}] ${asText(part.value)}`;
    case "documents":
      return documentsText(part.documents);
    case "unknown":
      return asText(part.value);
  }
}

function asText(value: unknown): string {
  return typeof value === "string" ? value : stringifyJson(value);
}
