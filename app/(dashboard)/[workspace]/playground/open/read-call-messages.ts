import {
  type DraftMessage,
  type DraftToolCall,
  type MessagePart,
  type MessageRole,
  newKey,
  textPart,
} from "@/app/(dashboard)/[workspace]/playground/draft/draft";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import type { ChatMessage, ChatPart, MediaPart, ToolResultPart } from "@/lib/chat/chat-message";
import { documentsText } from "@/lib/chat/found-documents";

/** Messages that can be sent, and what was not supported. */
export interface ConvertedMessages {
  readonly messages: readonly DraftMessage[];
  readonly unsupported: readonly string[];
}

/** Converts messages of any client to the form of OpenAI's chat. */
export function readCallMessages(read: readonly ChatMessage[]): ConvertedMessages {
  const carrier = new MessageConverter();
  read.forEach((message, index) => {
    carrier.carry(message, `Message ${index + 1}`);
  });
  return carrier;
}

class MessageConverter {
  readonly messages: DraftMessage[] = [];
  readonly unsupported: string[] = [];
  /** Tool calls without a result so far: some clients log no ids and answer in order. */
  #open: DraftToolCall[] = [];
  #idCount = 0;

  carry(message: ChatMessage, place: string): void {
    const role = message.role === "other" ? "user" : message.role;
    if (message.role === "other") this.unsupported.push(`${place}: its role, which is sent as user`);
    const parts: MessagePart[] = [];
    const toolCalls: DraftToolCall[] = [];
    for (const part of message.parts) {
      if (part.kind === "tool-result") this.#addResult(part, place);
      else if (part.kind === "tool-request") toolCalls.push(this.#requestOf(part));
      else parts.push(...this.#contentOf(part, place));
    }
    if (toolCalls.length > 0) this.#open = toolCalls;
    const isOnlyResults = parts.length === 0 && toolCalls.length === 0 && message.parts.length > 0;
    if (isOnlyResults || role === "tool") return;
    const others = message.name === null ? {} : { name: message.name };
    this.#add(role, { parts, toolCalls: role === "assistant" ? toolCalls : [], others });
  }

  #add(role: MessageRole, members: Partial<DraftMessage>): void {
    const empty = { parts: [], toolCalls: [], toolCallId: "", others: {} };
    this.messages.push({ key: newKey(), role, ...empty, ...members });
  }

  #requestOf(part: Extract<ChatPart, { kind: "tool-request" }>): DraftToolCall {
    this.#idCount += 1;
    const sent = part.arguments;
    const text = typeof sent === "string" ? sent : stringifyJson(sent ?? {});
    return { id: part.id ?? `call_${this.#idCount}`, name: part.name, arguments: text };
  }

  #addResult(part: ToolResultPart, place: string): void {
    const named = this.#open.find(({ id, name }) =>
      part.requestId === null ? name === part.name : id === part.requestId,
    );
    const request = named ?? (part.requestId === null ? this.#open[0] : undefined);
    this.#open = this.#open.filter((open) => open !== request);
    if (part.isError) this.unsupported.push(`${place}: that the tool's result was marked as an error`);
    const text = typeof part.value === "string" ? part.value : stringifyJson(part.value);
    this.#add("tool", { parts: [textPart(text)], toolCallId: part.requestId ?? request?.id ?? "" });
  }

  #contentOf(part: Exclude<ChatPart, { kind: "tool-result" | "tool-request" }>, place: string): MessagePart[] {
    switch (part.kind) {
      case "text":
        return [textPart(part.text)];
      case "reasoning":
        this.unsupported.push(`${place}: reasoning`);
        return [];
      case "documents":
        return [textPart(documentsText(part.documents))];
      case "unknown":
        this.unsupported.push(`${place}: a part of a kind that is not known`);
        return [];
      case "media": {
        const value = mediaMembers(part);
        if (value) return [{ kind: "media", value }];
        this.unsupported.push(`${place}: ${part.name ?? `${part.media}`} was not logged completely`);
        return [];
      }
    }
  }
}

const DATA_ADDRESS = /^data:([^;,]*)(?:;[^,]*)?;base64,(.*)$/s;

/** A media part in the form of OpenAI's chat; null when its content was not logged. */
function mediaMembers({ media, source, name, mimeType }: MediaPart): Record<string, unknown> | null {
  if (source === null) return null;
  if (media === "image") return { type: "image_url", image_url: { url: source } };
  const [, type, data] = DATA_ADDRESS.exec(source) ?? [];
  if (data === undefined) return null;
  if (media === "audio") {
    return {
      type: "input_audio",
      input_audio: { data, format: /mpeg|mp3/.test(type || mimeType || "") ? "mp3" : "wav" },
    };
  }
  return media === "file" ? { type: "file", file: { filename: name ?? "file", file_data: source } } : null;
}
