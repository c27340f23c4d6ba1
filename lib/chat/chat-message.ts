import type { RichMedia } from "@/lib/json/media/media-value";

/** The role of a message. `other` is a role that no supported client writes. */
export type ChatRole = "system" | "user" | "assistant" | "tool" | "other";

interface TextPart {
  readonly kind: "text" | "reasoning";
  readonly text: string;
  /** The model declined to answer, and said so in this text. */
  readonly isRefusal?: true;
}

/** An image, audio, video or file. */
export interface MediaPart {
  readonly kind: "media";
  readonly media: "image" | "audio" | "video" | "file";
  readonly mimeType: string | null;
  /** A web address, a `data:` address, or null when only an id of the provider was logged. */
  readonly source: string | null;
  readonly name: string | null;
  /** Files that the service stores with the call. */
  readonly stored?: RichMedia;
}

/** A tool that a model requested. */
export interface ToolRequestPart {
  readonly kind: "tool-request";
  readonly id: string | null;
  readonly name: string;
  /** As it was sent: mostly JSON text, or the value itself. */
  readonly arguments: unknown;
}

/** The result of a tool. */
export interface ToolResultPart {
  readonly kind: "tool-result";
  /** Id of the request that it answers. */
  readonly requestId: string | null;
  readonly name: string | null;
  readonly value: unknown;
  readonly isError: boolean;
  /** How long the tool ran; only where its call was logged. */
  readonly durationMs?: number;
}

/** One thing that a search, a memory or a reranker found. */
export interface FoundDocument {
  readonly id: string | null;
  /** Its beginning or all of it; empty when only its id was logged. */
  readonly text: string;
  readonly score: number | null;
}

/** The documents of a search, in its order. */
interface DocumentsPart {
  readonly kind: "documents";
  readonly documents: readonly FoundDocument[];
}

/** A part of unknown type, shown unchanged. */
interface UnknownPart {
  readonly kind: "unknown";
  readonly value: unknown;
}

export type ChatPart = TextPart | MediaPart | ToolRequestPart | ToolResultPart | DocumentsPart | UnknownPart;

/** One message of a conversation, from any client. */
export interface ChatMessage {
  readonly role: ChatRole;
  /** Name of the author or of the tool, if the client sends one. */
  readonly name: string | null;
  /** In the order in which they were written; empty for a message without content. */
  readonly parts: readonly ChatPart[];
}

/** Returns an exception in place of an answer. */
export function failedMessage(exception: string): ChatMessage {
  return {
    role: "assistant",
    name: null,
    parts: [{ kind: "tool-result", requestId: null, name: null, value: exception, isError: true }],
  };
}

/** Returns the text of a message, without reasoning; empty when it contains only other parts. */
export function messageText(message: ChatMessage): string {
  const texts = message.parts.flatMap((part) => (part.kind === "text" && part.text !== "" ? [part.text] : []));
  return texts.join("\n\n");
}

/** Returns the last text of a role; null if there is none. */
export function lastTextOf(messages: readonly ChatMessage[], role: ChatRole): string | null {
  for (const message of [...messages].reverse()) {
    const text = message.role === role ? messageText(message) : "";
    if (text !== "") return text;
  }
  return null;
}
