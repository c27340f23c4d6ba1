import type { MediaKind } from "@/lib/json/media/media-value";
import { richValue } from "@/lib/json/media/rich-value";
import { isMembers, type Members, membersIn, textIn } from "@/lib/json/value/members";
import type { ChatPart, MediaPart, ToolRequestPart, ToolResultPart } from "./chat-message";

const REQUEST_TYPES = new Set([
  "tool_use",
  "server_tool_use",
  "mcp_tool_use",
  "server_tool_call",
  "tool_call",
  "tool-call",
  "function_call",
  "custom_tool_call",
]);
const RESULT_TYPES = new Set([
  "tool_call_response",
  "server_tool_call_response",
  "tool-result",
  "tool-return",
  "function_call_output",
  "custom_tool_call_output",
]);

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
  const shown = shownTool(item);
  if (shown) return shown;
  const tool = toolPart(item);
  if (tool) return tool.kind === "tool-result" ? [tool, ...mediaInside(tool.value)] : [tool];
  return [
    storedPart(item) ?? reasoningPart(item) ?? textPart(item) ?? mediaPart(item) ?? { kind: "unknown", value: item },
  ];
}

/** Images and files in a tool's result, to be shown and not only counted. */
export function mediaInside(value: unknown): readonly MediaPart[] {
  const isContent = Array.isArray(value) || (isMembers(value) && value.type === SCREENSHOT);
  return isContent ? readContentParts(value).filter((part) => part.kind === "media") : [];
}

/** What a tool that controls a computer returns. */
const SCREENSHOT = "computer_screenshot";

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

/** Pydantic AI and LlamaIndex name the type of a part differently. */
const typeOf = (item: Members) => String(item.type ?? item.part_kind ?? item.block_type);

/** Where clients put a request or a result in an object of its own: Google, Bedrock, Haystack. */
const REQUEST_HOLDERS = ["functionCall", "function_call", "toolUse", "tool_call"];
const RESULT_HOLDERS = ["functionResponse", "function_response", "toolResult", "tool_call_result"];

/** OpenInference writes a request among the contents of Anthropic's messages without a type, and Haystack prints none. */
function isUntypedRequest(item: Members): boolean {
  if ("type" in item) return false;
  const isHaystack = typeof item.tool_name === "string" && "arguments" in item;
  return isHaystack || (isMembers(item.function) && typeof item.function.name === "string");
}

/** The result of a tool that Haystack prints, with its request. */
const isUntypedResult = (item: Members) => !("type" in item) && "result" in item && isMembers(item.origin);

function toolPart(item: Members): ToolRequestPart | ToolResultPart | null {
  const type = typeOf(item);
  const isRequest = REQUEST_TYPES.has(type) || isUntypedRequest(item);
  const request = membersIn(item, REQUEST_HOLDERS) ?? (isRequest ? item : null);
  if (request) return requestOf(request);
  const isResult = RESULT_TYPES.has(type) || RESULT_TYPE.test(type) || isUntypedResult(item);
  const result = membersIn(item, RESULT_HOLDERS) ?? (isResult ? item : null);
  return result ? resultOf(result) : codePart(item);
}

/** Messages that a page of the AI SDK shows have a tool's request and result in one part: `tool-weather`. */
function shownTool(item: Members): ChatPart[] | null {
  const [, named] = /^tool-(?!call$|result$|return$|error$)(.+)$/.exec(typeOf(item)) ?? [];
  const name = named ?? (item.type === "dynamic-tool" ? textIn(item, ["toolName"]) : null);
  if (!name || !("toolCallId" in item)) return null;
  const id = textIn(item, ["toolCallId"]);
  const request: ChatPart = { kind: "tool-request", id, name, arguments: item.input ?? item.args ?? null };
  const value = item.output ?? item.result ?? item.errorText;
  const isError = typeof item.errorText === "string";
  return value === undefined ? [request] : [request, { kind: "tool-result", requestId: id, name, value, isError }];
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
  const id = textIn(item, ["call_id", "toolCallId", "tool_call_id", "toolUseId", "id"]);
  const sent =
    request.arguments ?? request.input ?? request.args ?? request.tool_kwargs ?? serverArguments(request) ?? null;
  return { kind: "tool-request", id, name, arguments: sent };
}

/** A tool that the provider runs has its arguments next to its type. */
function serverArguments({ server_tool_call: call }: Members): Members | null {
  if (!isMembers(call)) return null;
  const { type: _type, ...sent } = call;
  return sent;
}

export function resultOf(item: Members): ToolResultPart {
  const { output, result, response, server_tool_call_response: ofServer, content, approve } = item;
  const given = [output, result, response, ofServer, content, approve].find((value) => value !== undefined);
  // The AI SDK gives the type next to the value: `{type: "error-text", value}`.
  const isTyped = isMembers(given) && typeof given.type === "string" && "value" in given;
  const isError =
    [item.is_error, item.isError, item.error].includes(true) ||
    item.status === "error" ||
    (isTyped && String(given.type).startsWith("error"));
  const origin = membersIn(item, ["origin"]);
  return {
    kind: "tool-result",
    requestId: textIn({ ...origin, ...item }, [
      "tool_use_id",
      "tool_call_id",
      "toolCallId",
      "toolUseId",
      "call_id",
      "approval_request_id",
      "id",
    ]),
    name: textIn({ ...origin, ...item }, ["name", "toolName", "tool_name"]),
    value: unwrappedResult(isTyped ? given.value : given),
    isError,
  };
}

/** A result of only texts is one text. */
export function unwrappedResult(value: unknown): unknown {
  if (!Array.isArray(value) || value.length === 0) return value ?? null;
  const parts = readContentParts(value);
  const texts = parts.flatMap((part) => (part.kind === "text" ? [part.text] : []));
  if (texts.length === parts.length) return texts.join("\n\n");
  // Bedrock gives data in a block of its own.
  const [first] = value as readonly unknown[];
  return value.length === 1 && isMembers(first) && "json" in first ? first.json : value;
}

function reasoningPart(item: Members): ChatPart | null {
  const block = membersIn(item, ["reasoningContent"]);
  if (block) return { kind: "reasoning", text: textIn(membersIn(block, ["reasoningText"]) ?? block, ["text"]) ?? "" };
  const isReasoning = ["reasoning", "thinking", "redacted_thinking"].includes(typeOf(item)) || item.thought === true;
  if (!isReasoning) return null;
  const text = textIn(item, ["thinking", "text", "content", "reasoning"]) ?? summaryText(item.summary ?? item.thinking);
  return { kind: "reasoning", text };
}

function summaryText(summary: unknown): string {
  const texts = Array.isArray(summary) ? summary.map((part) => (isMembers(part) ? textIn(part, ["text"]) : null)) : [];
  return texts.filter((text) => text !== null).join("\n\n");
}

const MEDIA_TYPES = new Set(["blob", "uri", "file", "image", "audio", "video", "document", SCREENSHOT]);

function textPart(item: Members): ChatPart | null {
  const type = typeOf(item);
  const names = MEDIA_TYPES.has(type) ? [] : ["text", "content", "input_text", "output_text"];
  const refusal = refusalPart(item);
  if (refusal !== null && type === "refusal") return refusal;
  const text = textIn(item, names);
  return text === null ? refusal : { kind: "text", text };
}

/** The words in which a model declined to answer, in a part or next to the content; null where there are none. */
export function refusalPart(item: Members): ChatPart | null {
  const text = textIn(item, item.type === "refusal" ? ["refusal", "content", "text"] : ["refusal"]);
  return text === null || text === "" ? null : { kind: "text", text, isRefusal: true };
}

const MEDIA: readonly (readonly [RegExp, MediaPart["media"]])[] = [
  [/image|screenshot/, "image"],
  [/audio/, "audio"],
  [/video/, "video"],
];

/** Where clients put media: OpenAI, Anthropic, Google, OpenInference, in their own objects. */
const HOLDERS = ["image_url", "input_audio", "file", "source", "inlineData", "inline_data", "fileData", "file_data"];

/** Bedrock's blocks have a source and its format: `{image: {format, source: {bytes}}}`. */
const BLOCKS = { image: "image", video: "video", audio: "audio", document: "application" } as const;

function blockPart(item: Members): MediaPart | null {
  for (const [name, type] of Object.entries(BLOCKS)) {
    const block = membersIn(item, [name]);
    const source = block && membersIn(block, ["source"]);
    if (!block || !source) continue;
    const mimeType = `${type}/${textIn(block, ["format"]) ?? "*"}`;
    const bytes = textIn(source, ["bytes"]);
    const address = textIn(membersIn(source, ["s3Location"]) ?? source, ["uri"]);
    return {
      ...{ kind: "media", media: name === "document" ? "file" : (name as MediaPart["media"]), mimeType },
      ...{ source: address ?? (bytes && dataAddress(bytes, mimeType)), name: textIn(block, ["name"]) },
    };
  }
  return null;
}

function mediaPart(item: Members): MediaPart | null {
  const block = blockPart(item);
  if (block) return block;
  const inner = membersIn(item, [...HOLDERS, "image"]);
  const holder = (inner && membersIn(inner, ["image"])) ?? inner ?? item;
  const source = textIn(holder, ["url", "uri", "fileUri", "file_uri"]) ?? textIn(item, ["image_url", "uri"]);
  const data = textIn(holder, ["data", "bytes", "file_data", "content"]) ?? textIn(item, ["image", "data"]);
  const format = textIn(holder, ["format"]);
  const mimeType =
    textIn(holder, ["mimeType", "mime_type", "media_type", "mediaType"]) ??
    textIn(item, ["mimeType", "mime_type", "mediaType"]) ??
    (format === null ? null : `audio/${format}`);
  const type = typeOf(item);
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

/** An image of which only the data was sent. */
export function imageOf(base64: string): MediaPart {
  return { kind: "media", media: "image", mimeType: null, source: dataAddress(base64, "image/png"), name: null };
}

function dataAddress(data: string, mimeType: string | null): string {
  return /^(?:data|https?):/.test(data) ? data : `data:${mimeType ?? "application/octet-stream"};base64,${data}`;
}
