import type { MediaKind } from "@/lib/json/media/media-value";
import { richValue } from "@/lib/json/media/rich-value";
import { isMembers, type Members, membersIn, textIn } from "@/lib/json/value/members";
import type { ChatPart, MediaPart, ToolRequestPart, ToolResultPart } from "./chat-message";

const REQUEST_TYPES = new Set([
  "tool_use",
  "server_tool_use",
  "mcp_tool_use",
  "tool_call",
  "tool-call",
  "function_call",
  "custom_tool_call",
]);
const RESULT_TYPES = new Set(["tool_call_response", "tool-result", "function_call_output", "custom_tool_call_output"]);

/** Anthropic names results by their tool: `web_search_tool_result`. */
const RESULT_TYPE = /^(?:\w+_)?tool_result$/;

/** Reads the content of a message: a text, one part, or a list of parts of any client. */
export function readContentParts(content: unknown): readonly ChatPart[] {
  if (content === null || content === undefined) return [];
  if (Array.isArray(content)) return content.flatMap((part) => partOf(part) ?? []);
  return partOf(content) ?? [];
}

function partOf(part: unknown): ChatPart[] | null {
  if (part === null || part === undefined) return null;
  if (typeof part === "string") return [{ kind: "text", text: part }];
  if (!isMembers(part)) return [{ kind: "unknown", value: part }];
  // OpenInference wraps each part in its own name.
  const item = isMembers(part.message_content) ? part.message_content : part;
  const tool = toolPart(item);
  if (tool) return tool.kind === "tool-result" ? [tool, ...mediaInside(tool.value)] : [tool];
  return [
    storedPart(item) ?? reasoningPart(item) ?? textPart(item) ?? mediaPart(item) ?? { kind: "unknown", value: item },
  ];
}

/** Images and files in a tool's result, to be shown and not only counted. */
export function mediaInside(value: unknown): readonly MediaPart[] {
  return Array.isArray(value) ? readContentParts(value).filter((part) => part.kind === "media") : [];
}

/** Kinds of the files of stored objects as parts of a message. */
const STORED_KINDS: Readonly<Record<MediaKind, MediaPart["media"]>> = {
  image: "image",
  audio: "audio",
  video: "video",
  document: "file",
  text: "file",
  file: "file",
};

/** An image, audio, video or file that an SDK stored with the call. */
function storedPart(item: Members): MediaPart | null {
  const stored = richValue(item);
  if (stored?.kind !== "media" || stored.type === null) return null;
  const [file] = stored.files;
  if (file === undefined) return null;
  return { kind: "media", media: STORED_KINDS[file.kind], mimeType: null, source: null, name: file.name, stored };
}

function toolPart(item: Members): ToolRequestPart | ToolResultPart | null {
  const type = String(item.type);
  const request = membersIn(item, ["functionCall", "function_call"]) ?? (REQUEST_TYPES.has(type) ? item : null);
  if (request) return requestOf(request);
  const isResult = RESULT_TYPES.has(type) || RESULT_TYPE.test(type);
  const result = membersIn(item, ["functionResponse", "function_response"]) ?? (isResult ? item : null);
  return result ? resultOf(result) : codePart(item);
}

/** Google's models run code themselves: the code, and its result. */
function codePart(item: Members): ToolRequestPart | ToolResultPart | null {
  const code = membersIn(item, ["executableCode", "executable_code"]);
  if (code) return { kind: "tool-request", id: null, name: "code_execution", arguments: code };
  const ran = membersIn(item, ["codeExecutionResult", "code_execution_result"]);
  if (!ran) return null;
  const isError = typeof ran.outcome === "string" && !/OK$/.test(ran.outcome);
  return { kind: "tool-result", requestId: null, name: "code_execution", value: ran.output ?? null, isError };
}

/** Reads a tool request of any client, in a part or in a list next to the content; null when it has no name. */
export function requestOf(item: Members): ToolRequestPart | null {
  const request = membersIn(item, ["function", "custom"]) ?? item;
  const name = textIn(request, ["name", "toolName", "tool_name"]);
  if (name === null) return null;
  // The Responses API has an `id` of its own next to the one that its result names.
  const id = textIn(item, ["call_id", "toolCallId", "tool_call_id", "id"]);
  const sent = request.arguments ?? request.input ?? request.args ?? null;
  return { kind: "tool-request", id, name, arguments: sent };
}

export function resultOf(item: Members): ToolResultPart {
  const given = [item.output, item.result, item.response, item.content].find((value) => value !== undefined);
  // The AI SDK gives the type next to the value: `{type: "error-text", value}`.
  const isTyped = isMembers(given) && typeof given.type === "string" && "value" in given;
  const isError =
    item.is_error === true || item.isError === true || (isTyped && String(given.type).startsWith("error"));
  return {
    kind: "tool-result",
    requestId: textIn(item, ["tool_use_id", "tool_call_id", "toolCallId", "call_id", "id"]),
    name: textIn(item, ["name", "toolName"]),
    value: unwrappedResult(isTyped ? given.value : given),
    isError,
  };
}

/** A result of only texts is one text. */
export function unwrappedResult(value: unknown): unknown {
  if (!Array.isArray(value) || value.length === 0) return value ?? null;
  const parts = readContentParts(value);
  const texts = parts.flatMap((part) => (part.kind === "text" ? [part.text] : []));
  return texts.length === parts.length ? texts.join("\n\n") : value;
}

function reasoningPart(item: Members): ChatPart | null {
  const isReasoning =
    ["reasoning", "thinking", "redacted_thinking"].includes(String(item.type)) || item.thought === true;
  if (!isReasoning) return null;
  const text = textIn(item, ["thinking", "text", "content", "reasoning"]) ?? summaryText(item.summary);
  return { kind: "reasoning", text };
}

function summaryText(summary: unknown): string {
  const texts = Array.isArray(summary) ? summary.map((part) => (isMembers(part) ? textIn(part, ["text"]) : null)) : [];
  return texts.filter((text) => text !== null).join("\n\n");
}

const MEDIA_TYPES = new Set(["blob", "uri", "file", "image", "audio", "video", "document"]);

function textPart(item: Members): ChatPart | null {
  const type = String(item.type);
  const names = MEDIA_TYPES.has(type) ? [] : ["text", "content", "refusal", "input_text", "output_text"];
  const text = textIn(item, names);
  return text === null ? null : { kind: "text", text };
}

const MEDIA: readonly (readonly [RegExp, MediaPart["media"]])[] = [
  [/image/, "image"],
  [/audio/, "audio"],
  [/video/, "video"],
];

/** Where clients put media: OpenAI, Anthropic, Google, OpenInference, in their own objects. */
const HOLDERS = ["image_url", "input_audio", "file", "source", "inlineData", "inline_data", "fileData", "file_data"];

function mediaPart(item: Members): MediaPart | null {
  const inner = membersIn(item, [...HOLDERS, "image"]);
  const holder = (inner && membersIn(inner, ["image"])) ?? inner ?? item;
  const source = textIn(holder, ["url", "uri", "fileUri", "file_uri"]) ?? textIn(item, ["image_url", "uri"]);
  const data = textIn(holder, ["data", "file_data", "content"]) ?? textIn(item, ["image", "data"]);
  const format = textIn(holder, ["format"]);
  const mimeType =
    textIn(holder, ["mimeType", "mime_type", "media_type", "mediaType"]) ??
    textIn(item, ["mimeType", "mime_type", "mediaType"]) ??
    (format === null ? null : `audio/${format}`);
  const type = String(item.type);
  const isMedia = inner !== null || MEDIA_TYPES.has(type) || /^input_(?:image|audio|file)$/.test(type);
  if (!isMedia) return null;
  const word = `${textIn(item, ["modality"]) ?? ""} ${mimeType ?? ""} ${type}`;
  return {
    kind: "media",
    media: MEDIA.find(([pattern]) => pattern.test(word))?.[1] ?? "file",
    mimeType,
    source: source ?? (data === null ? null : dataAddress(data, mimeType)),
    name: textIn(holder, ["filename", "file_name"]) ?? textIn(item, ["filename", "title"]),
  };
}

function dataAddress(data: string, mimeType: string | null): string {
  return /^(?:data|https?):/.test(data) ? data : `data:${mimeType ?? "application/octet-stream"};base64,${data}`;
}
