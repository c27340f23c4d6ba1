import { readStoredPrompt } from "@/lib/api/contract/objects/stored-prompt";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { isJsonObject } from "@/lib/guard/json-object";
import type { RichValue } from "@/lib/json/media/media-value";
import { richValue } from "@/lib/json/media/rich-value";
import { customFiles, customType, type StoredFile } from "@/lib/json/media/stored-file";
import { parseRefTarget } from "@/lib/object/object-ref";

/** One message of a prompt. */
export interface PromptMessage {
  readonly role: string;
  readonly text: string;
}

/** How a value can be shown, besides its JSON. */
export type Content =
  | { readonly type: "code"; readonly file: StoredFile }
  | { readonly type: "rich"; readonly rich: RichValue }
  | { readonly type: "table"; readonly ref: string; readonly digest: string }
  | { readonly type: "messages"; readonly messages: readonly PromptMessage[] }
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "json" };

/** Returns the best way to show a value: the source of an op, the messages of a prompt, the table of a dataset. */
export function contentOf(value: unknown): Content {
  if (typeof value === "string") return textContent(value);
  const messages = messagesOf(Array.isArray(value) ? value : isJsonObject(value) ? listedMessages(value) : null);
  if (messages) return { type: "messages", messages };
  if (!isJsonObject(value)) return { type: "json" };
  const [source] = customFiles(value);
  if (customType(value) === "Op" && source) return { type: "code", file: source };
  const rich = richValue(value);
  if (rich !== null) return { type: "rich", rich };
  const target = typeof value.rows === "string" ? parseRefTarget(value.rows) : null;
  if (target?.type === "table") return { type: "table", ref: String(value.rows), digest: target.digest };
  return typeof value.content === "string" ? textContent(value.content) : { type: "json" };
}

/** The messages of a prompt; those of an EasyPrompt are its data. */
function listedMessages(value: Readonly<Record<string, unknown>>): unknown {
  return value.messages ?? (readStoredPrompt(value)?.kind === "easy" ? value.data : null);
}

/** Encoded bytes are not readable text: they are shown as what they encode. */
function textContent(text: string): Content {
  const rich = richValue(text);
  return rich === null ? { type: "text", text } : { type: "rich", rich };
}

/** Returns a list whose items all have a role; null for any other value. */
function messagesOf(value: unknown): readonly PromptMessage[] | null {
  if (!Array.isArray(value) || value.length === 0) return null;
  const messages = value.flatMap((item: unknown) =>
    isJsonObject(item) && typeof item.role === "string" ? [{ role: item.role, text: messageText(item) }] : [],
  );
  return messages.length === value.length ? messages : null;
}

/** Returns the text of a message: its text, the texts of its parts, its lines; other content as JSON. */
function messageText({ role: _role, content, ...rest }: Readonly<Record<string, unknown>>): string {
  const parts = Array.isArray(content) ? content : content === null || content === undefined ? [] : [content];
  const texts = parts.map((part: unknown) => {
    if (typeof part === "string") return part;
    return isJsonObject(part) && typeof part.text === "string" ? part.text : stringifyJson(part);
  });
  return [...texts, ...(Object.keys(rest).length > 0 ? [stringifyJson(rest)] : [])].join("\n");
}
