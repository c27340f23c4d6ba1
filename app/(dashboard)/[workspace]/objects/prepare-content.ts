import { isBase64 } from "@/components/json/prepare-json";
import { stringifyJson } from "@/lib/api/contract/json-text";
import { parseRef } from "./object-ref";

/** One message of a prompt. */
export interface PromptMessage {
  readonly role: string;
  readonly text: string;
}

export interface StoredFile {
  readonly name: string;
  readonly digest: string;
}

/** What a value can be shown as, besides its JSON. */
export type Content =
  | { readonly type: "code"; readonly file: StoredFile }
  | { readonly type: "files"; readonly files: readonly StoredFile[] }
  | { readonly type: "table"; readonly ref: string; readonly digest: string }
  | { readonly type: "messages"; readonly messages: readonly PromptMessage[] }
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "json" };

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The best way to show a value: the source of an op, the messages of a prompt, the table of a dataset. */
export function contentOf(value: unknown): Content {
  if (typeof value === "string") return textContent(value);
  const messages = messagesOf(Array.isArray(value) ? value : isRecord(value) ? value.messages : null);
  if (messages) return { type: "messages", messages };
  if (!isRecord(value)) return { type: "json" };
  const files = filesOf(value);
  if (files.length > 0) {
    const [file] = files;
    return typeName(value) === "Op" && file ? { type: "code", file } : { type: "files", files };
  }
  const target = typeof value.rows === "string" ? parseRef(value.rows) : null;
  if (target?.type === "table") return { type: "table", ref: String(value.rows), digest: target.digest };
  return typeof value.content === "string" ? textContent(value.content) : { type: "json" };
}

/** Encoded bytes are no text to read; the viewer of values names them with their length. */
function textContent(text: string): Content {
  return isBase64(text) ? { type: "json" } : { type: "text", text };
}

function typeName(value: Readonly<Record<string, unknown>>): unknown {
  return isRecord(value.weave_type) ? value.weave_type.type : undefined;
}

/** Files of a custom object, the source of an op first. */
function filesOf(value: Readonly<Record<string, unknown>>): readonly StoredFile[] {
  if (value._type !== "CustomWeaveType" || !isRecord(value.files)) return [];
  const files = Object.entries(value.files).flatMap(([name, digest]) =>
    typeof digest === "string" ? [{ name, digest }] : [],
  );
  return files.sort((left, right) => Number(right.name === "obj.py") - Number(left.name === "obj.py"));
}

/** A list of which every item says who speaks; null for any other value. */
function messagesOf(value: unknown): readonly PromptMessage[] | null {
  if (!Array.isArray(value) || value.length === 0) return null;
  const messages = value.flatMap((item: unknown) =>
    isRecord(item) && typeof item.role === "string" ? [{ role: item.role, text: messageText(item) }] : [],
  );
  return messages.length === value.length ? messages : null;
}

/** What a message says: its text, the texts of its parts, its lines; what is no text stands as JSON. */
function messageText({ role: _role, content, ...rest }: Readonly<Record<string, unknown>>): string {
  const parts = Array.isArray(content) ? content : content === null || content === undefined ? [] : [content];
  const texts = parts.map((part: unknown) => {
    if (typeof part === "string") return part;
    return isRecord(part) && typeof part.text === "string" ? part.text : stringifyJson(part);
  });
  return [...texts, ...(Object.keys(rest).length > 0 ? [stringifyJson(rest)] : [])].join("\n");
}

const IMAGES: Readonly<Record<string, string>> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
};

/** The media type of a file that is shown as an image; null for every other file. SVG runs scripts, so it is not shown. */
export function imageType(fileName: string): string | null {
  return IMAGES[fileName.slice(fileName.lastIndexOf(".") + 1).toLowerCase()] ?? null;
}
