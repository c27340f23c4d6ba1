import { parseJson } from "@/lib/api/contract/scalars/json-text";
import { JsonReader } from "@/lib/json/scan/json-slices";
import type { ChatMessage } from "./chat-message";
import { readMessages } from "./read-messages";

/** How messages of clients begin, or what they are wrapped in. */
const MESSAGE_START = /\{\s*"(?:role|_role|parts|content|type|id|lc|message|message\.role|name)"\s*:/g;

/** Objects that are tried: a tail of data without messages has as many. */
const MAX_TRIES = 60;

/** Returns the complete messages in the end of a JSON text, which may begin anywhere, in order. */
export function messagesInTail(tail: string): readonly ChatMessage[] {
  const found: ChatMessage[] = [];
  let from = 0;
  for (const { index: start } of [...tail.matchAll(MESSAGE_START)].slice(-MAX_TRIES)) {
    if (start < from) continue;
    const { end, messages } = messagesAt(tail, start);
    if (messages.length > 0) from = end;
    found.push(...messages);
  }
  return found;
}

function messagesAt(tail: string, start: number): { end: number; messages: readonly ChatMessage[] } {
  try {
    const { end } = new JsonReader(tail, start).skip();
    return { end, messages: readMessages([parseJson(tail.slice(start, end))]) };
  } catch {
    // The object was not closed, or it began inside a text.
    return { end: start, messages: [] };
  }
}
