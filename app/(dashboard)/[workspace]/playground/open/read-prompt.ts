import { type DraftMessage, newMessage } from "@/app/(dashboard)/[workspace]/playground/draft/draft";
import { readDraftMessage } from "@/app/(dashboard)/[workspace]/playground/draft/read-request";
import { isMembers } from "@/lib/json/value/members";

/**
 * The messages of a stored prompt: `{messages}` or `{content}`, as the public SDKs publish them. Placeholders `{name}`
 * become `{{name}}`, and doubled braces single ones. Null when the value is not a prompt.
 */
export function readPrompt(value: unknown): readonly DraftMessage[] | null {
  if (!isMembers(value)) return null;
  if (typeof value.content === "string") return [newMessage("system", withOwnBraces(value.content))];
  if (!Array.isArray(value.messages)) return null;
  const messages = value.messages.flatMap((message) => (isMembers(message) ? (readDraftMessage(message) ?? []) : []));
  return messages.length === 0 ? null : messages.map(withOwnPlaceholders);
}

function withOwnPlaceholders(message: DraftMessage): DraftMessage {
  const parts = message.parts.map((part) =>
    part.kind === "text" ? { ...part, text: withOwnBraces(part.text) } : part,
  );
  return { ...message, parts };
}

const BRACES = /\{\{|\}\}|\{([A-Za-z_]\w*)\}/g;

function withOwnBraces(text: string): string {
  return text.replaceAll(BRACES, (whole, name?: string) => (name === undefined ? whole.charAt(0) : `{{${name}}}`));
}
