import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import type { ChatMessage, ChatPart, MediaPart, ToolResultPart } from "@/lib/chat/chat-message";
import { documentsText } from "@/lib/chat/found-documents";
import { type Html, html } from "./html";
import { textBlock, type ValueRoom } from "./value-block";

/** Pictures that are part of the payload. Addresses elsewhere are shown as text: a document loads nothing. */
const INLINE_PICTURE = /^data:image\/(?:png|jpe?g|gif|webp|avif);base64,[A-Za-z0-9+/]+={0,2}$/;

/** The messages of a conversation, in order. */
export function messageBlocks(messages: readonly ChatMessage[], room: ValueRoom): Html {
  return html`<ol class="messages">${messages.map((message) => messageBlock(message, room))}</ol>`;
}

function messageBlock({ role, name, parts }: ChatMessage, room: ValueRoom): Html {
  const speaker = name === null ? role : `${role} · ${name}`;
  const content =
    parts.length === 0 ? html`<p class="note">No content</p>` : parts.map((part) => partBlock(part, room));
  return html`<li class="message ${role}"><p class="role">${speaker}</p>${content}</li>`;
}

function partBlock(part: ChatPart, room: ValueRoom): Html {
  switch (part.kind) {
    case "text":
      return html`${part.isRefusal ? html`<p class="label">Refused</p>` : null}${textBlock(part.text, room, "words")}`;
    case "reasoning":
      return html`<details><summary>Reasoning</summary>${textBlock(part.text, room, "words")}</details>`;
    case "media":
      return mediaBlock(part, room);
    case "tool-request":
      return html`<div class="tool"><p class="label">Calls <b>${part.name}</b></p>${argumentsBlock(part.arguments, room)}</div>`;
    case "tool-result":
      return html`<div class="tool"><p class="label">${resultLabel(part)}</p>${argumentsBlock(part.value, room)}</div>`;
    case "documents":
      return textBlock(documentsText(part.documents), room, "words");
    case "unknown":
      return argumentsBlock(part.value, room);
  }
}

function resultLabel({ name, isError }: ToolResultPart): Html {
  if (name === null) return isError ? html`Failed` : html`Result`;
  return isError ? html`<b>${name}</b> failed` : html`Result of <b>${name}</b>`;
}

function argumentsBlock(value: unknown, room: ValueRoom): Html {
  return textBlock(typeof value === "string" ? value : stringifyJson(value), room, "code");
}

function mediaBlock({ media, name, source }: MediaPart, room: ValueRoom): Html {
  const label = name === null ? media : `${media} ${name}`;
  if (source !== null && INLINE_PICTURE.test(source) && room.take(source).omittedCount === 0) {
    return html`<img src="${source}" alt="${label}">`;
  }
  const place =
    source === null || source.startsWith("data:") ? null : html` <span class="code">${source.slice(0, 500)}</span>`;
  return html`<p class="note">${label}, not part of this document${place}</p>`;
}
