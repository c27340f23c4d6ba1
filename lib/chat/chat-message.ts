/** Who speaks. `other` is a role that no client of ours is known to write. */
export type ChatRole = "system" | "user" | "assistant" | "tool" | "other";

interface TextPart {
  readonly kind: "text" | "reasoning";
  readonly text: string;
}

/** An image, a sound, a film or a file. */
export interface MediaPart {
  readonly kind: "media";
  readonly media: "image" | "audio" | "video" | "file";
  readonly mimeType: string | null;
  /** A web address, a `data:` address, or null when only an id of the provider was logged. */
  readonly source: string | null;
  readonly name: string | null;
  /** Bytes that the service stores beside the call, by their digest. */
  readonly digest?: string;
}

/** A tool that a model asked for. */
export interface ToolRequestPart {
  readonly kind: "tool-request";
  readonly id: string | null;
  readonly name: string;
  /** As it was sent: mostly JSON text, or the value itself. */
  readonly arguments: unknown;
}

/** What a tool gave back. */
export interface ToolResultPart {
  readonly kind: "tool-result";
  /** Id of the request that it answers. */
  readonly requestId: string | null;
  readonly name: string | null;
  readonly value: unknown;
  readonly isError: boolean;
}

/** A part that is not known here: shown as it came. */
interface UnknownPart {
  readonly kind: "unknown";
  readonly value: unknown;
}

export type ChatPart = TextPart | MediaPart | ToolRequestPart | ToolResultPart | UnknownPart;

/** One message of a conversation, whatever client wrote it. */
export interface ChatMessage {
  readonly role: ChatRole;
  /** Name of the speaker or of the tool, where the client gives one. */
  readonly name: string | null;
  /** In the order in which they were written; empty for a message without content. */
  readonly parts: readonly ChatPart[];
}

/** What a message says in words, without reasoning; empty when it holds only something else. */
export function messageText(message: ChatMessage): string {
  const texts = message.parts.flatMap((part) => (part.kind === "text" && part.text !== "" ? [part.text] : []));
  return texts.join("\n\n");
}

/** The last words of a role; null when it said none. */
export function lastTextOf(messages: readonly ChatMessage[], role: ChatRole): string | null {
  for (const message of [...messages].reverse()) {
    const text = message.role === role ? messageText(message) : "";
    if (text !== "") return text;
  }
  return null;
}
