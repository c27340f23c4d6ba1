import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { isMembers, type Members, membersIn, textIn } from "@/lib/json/value/members";
import type { ChatMessage, ChatPart, ChatRole } from "./chat-message";
import {
  imageOf,
  mediaInside,
  readContentParts,
  refusalPart,
  requestOf,
  resultOf,
  unwrappedResult,
} from "./message-parts";

const ROLES: Readonly<Record<string, ChatRole>> = {
  system: "system",
  developer: "system",
  user: "user",
  human: "user",
  assistant: "assistant",
  ai: "assistant",
  model: "assistant",
  tool: "tool",
  function: "tool",
};

/** Returns whether a value is a word for a role. */
export const isRole = (value: unknown): boolean => typeof value === "string" && Object.hasOwn(ROLES, value);

/** Reads one message of any client; null when the value is not a message. */
export function readMessage(value: Members): ChatMessage | null {
  return responsesItem(value) ?? vercelAnswer(value) ?? roleMessage(normalizedForm(value));
}

/** Items of the Responses API that are not messages. */
function responsesItem(item: Members): ChatMessage | null {
  if ("role" in item) return null;
  if (item.type === "function_call" || item.type === "custom_tool_call") {
    return requestedTool(item);
  }
  if (isAnsweredCall(item)) {
    return { role: "tool", name: null, parts: [resultOf(item), ...mediaInside(item.output)] };
  }
  if (item.type === "reasoning") return { role: "assistant", name: null, parts: readContentParts(item) };
  return providerToolCall(item);
}

/** The results of tools that the program runs, and of what the user allowed: `computer_call_output`. */
function isAnsweredCall({ type }: Members): boolean {
  return typeof type === "string" && (/^\w+_call_output$/.test(type) || type === "mcp_approval_response");
}

/** Tools that OpenAI runs itself have their request and result in one item: `web_search_call`. */
function providerToolCall(item: Members): ChatMessage | null {
  if (item.type === "mcp_approval_request") return requestedTool(item);
  const [, name] = /^(\w+)_call$/.exec(String(item.type)) ?? [];
  if (name === undefined || name === "tool") return null;
  const { type: _type, id: _id, call_id: _callId, status, result, output, outputs, results, error, ...rest } = item;
  if (name === "image_generation" && typeof result === "string") {
    const source = `data:image/png;base64,${result}`;
    return { role: "assistant", name: null, parts: [{ kind: "media", media: "image", mimeType: null, source, name }] };
  }
  const id = textIn(item, ["call_id"]);
  const request = requestOf(item) ?? ({ kind: "tool-request", id, name, arguments: rest } as const);
  const isError = status === "failed" || typeof error === "string";
  const given = output ?? outputs ?? results ?? error;
  const answer: ChatPart[] =
    given == null ? [] : [{ kind: "tool-result", requestId: null, name: request.name, value: given, isError }];
  return { role: "assistant", name: null, parts: [request, ...answer] };
}

function requestedTool(item: Members): ChatMessage | null {
  const request = requestOf(item);
  return request && { role: "assistant", name: null, parts: [request] };
}

/** The AI SDK writes an answer as `{text, toolCalls, finishReason}` or `{object, finishReason}`, without a role. */
function vercelAnswer(value: Members): ChatMessage | null {
  if ("role" in value || !("toolCalls" in value || "finishReason" in value)) return null;
  if ("content" in value || !["text", "toolCalls", "object"].some((name) => name in value)) return null;
  const { text, object, toolCalls } = value;
  const answer = text === undefined && object !== undefined && object !== null ? answerText(object) : text;
  return {
    role: "assistant",
    name: null,
    parts: [
      ...vercelReasoning(value),
      ...readContentParts(answer),
      ...requestsOf(Array.isArray(toolCalls) ? toolCalls : []),
    ],
  };
}

const answerText = (object: unknown) => (typeof object === "string" ? object : stringifyJson(object));

function vercelReasoning(value: Members): readonly ChatPart[] {
  const text = textIn(value, ["reasoning", "reasoningText"]);
  if (text !== null) return text === "" ? [] : [{ kind: "reasoning", text }];
  return Array.isArray(value.reasoning) ? readContentParts(value.reasoning) : [];
}

/**
 * LangChain's forms, as a plain message: `{kwargs: {content}, id: […, "HumanMessage"]}`, `{type: "human", data:
 * {content}}`.
 */
function normalizedForm(value: Members): Members {
  if (isMembers(value.kwargs)) {
    const name: unknown = Array.isArray(value.id) ? value.id.at(-1) : undefined;
    return { type: name, ...value.kwargs };
  }
  return isMembers(value.data) && "content" in value.data ? { ...value.data, type: value.type } : value;
}

/** Members that contain the parts of a message, of all clients. */
const CONTENT = ["parts", "content", "contents", "blocks", "_content"] as const;

/** Members that a message may have in place of content. */
const BESIDE_CONTENT = ["tool_calls", "function_call", "function_call_name", "refusal"] as const;

function contentOf(value: Members): unknown {
  const given = CONTENT.map((name) => value[name]).filter((content) => content !== undefined && content !== null);
  const content = given.find((each) => !Array.isArray(each) || each.length > 0) ?? given[0];
  // OpenInference for AutoGen writes the results of tools under the role of the message.
  return content === undefined && Array.isArray(value.function) ? value.function.map(asResult) : content;
}

const asResult = (item: unknown) => (isMembers(item) ? { type: "tool_result", ...item } : item);

function roleMessage(value: Members): ChatMessage | null {
  const word = roleWord(value);
  const given = contentOf(value);
  const isMessage = given !== undefined || [...CONTENT, ...BESIDE_CONTENT].some((name) => name in value);
  if (word === null || !isMessage) return null;
  const role = (isRole(word) ? ROLES[word] : undefined) ?? "other";
  const content = readContentParts(given);
  const name = textIn(value, ["name"]);
  if (role === "tool" && !content.some((part) => part.kind === "tool-result")) {
    const [own, beside] = membersBeside(value).map((members) => textIn(members, ["tool_call_id"]));
    const requestId = own ?? beside ?? null;
    const result = unwrappedResult(given);
    const isError = value.status === "error" || value.is_error === true || isFailureText(result);
    const media = mediaInside(given);
    return { role, name, parts: [{ kind: "tool-result", requestId, name, value: result, isError }, ...media] };
  }
  const parts = [
    ...reasoningOutsideContent(value, content),
    ...content,
    ...imagesOutsideContent(value),
    ...refusalsOutsideContent(value),
    ...audioOutsideContent(value),
    ...toolRequestsOutsideContent(value, content),
  ];
  // Anthropic and Google write results of tools as messages of the user.
  const results = parts.filter((part) => part.kind === "tool-result");
  const isOnlyResults =
    results.length > 0 && parts.every((part) => part.kind === "tool-result" || part.kind === "media");
  return { role: isOnlyResults ? "tool" : role, name, parts };
}

/** OpenAI's chat does not mark a failed tool; programs write the error itself. */
const FAILURE = /^(?:Error|[A-Z]\w*(?:Error|Exception)): |^Traceback \(most recent call last\)/;

function isFailureText(given: unknown): boolean {
  return typeof given === "string" && FAILURE.test(given);
}

function roleWord(value: Members): string | null {
  const role = value.role ?? value._role;
  if (typeof role === "string") return role.toLowerCase();
  const type = typeof value.type === "string" ? value.type.toLowerCase().replace(/message(?:chunk)?$/, "") : "";
  return isRole(type) ? type : null;
}

/** LangChain keeps what only some providers send in members of their own. */
const membersBeside = (value: Members) => [value, membersIn(value, ["additional_kwargs"]) ?? {}];

/** Reasoning next to the content, where it is not among it: one text, or the blocks of OpenRouter and LiteLLM. */
function reasoningOutsideContent(value: Members, content: readonly ChatPart[]): ChatPart[] {
  if (content.some(({ kind }) => kind === "reasoning")) return [];
  const beside = membersBeside(value);
  const texts = beside.map((members) => textIn(members, ["reasoning_content", "reasoning", "thinking"]));
  const text = texts.find((each) => each !== null && each !== "");
  if (text) return [{ kind: "reasoning", text }];
  const blocks = beside.flatMap(({ reasoning_details: details, thinking_blocks: thoughts }) => [details, thoughts]);
  const found = blocks.find((list) => Array.isArray(list) && list.length > 0);
  return (Array.isArray(found) ? found : []).flatMap((block) => (isMembers(block) ? (reasoningIn(block) ?? []) : []));
}

/** What is encrypted has no text. */
function reasoningIn(block: Members): ChatPart | null {
  const text = textIn(block, ["text", "summary", "thinking"]);
  return text === null ? null : { kind: "reasoning", text };
}

/** Ollama has the images of a message next to its text, and OpenRouter those that a model drew. */
function imagesOutsideContent({ images }: Members): readonly ChatPart[] {
  const items = Array.isArray(images) ? images : [];
  return items.flatMap((item) => (typeof item === "string" ? imageOf(item) : mediaInside([item])));
}

function refusalsOutsideContent(value: Members): ChatPart[] {
  return membersBeside(value).flatMap((members) => refusalPart(members) ?? []);
}

/** An audio answer: its transcript is the text. */
function audioOutsideContent({ audio }: Members): ChatPart[] {
  if (!isMembers(audio)) return [];
  const data = textIn(audio, ["data"]);
  const source = data === null ? null : `data:audio/wav;base64,${data}`;
  return [
    ...readContentParts(textIn(audio, ["transcript"])),
    { kind: "media", media: "audio", mimeType: null, source, name: null },
  ];
}

/** Tool requests next to the content; some clients write them in both places. */
function toolRequestsOutsideContent(value: Members, content: readonly ChatPart[]): ChatPart[] {
  const old = isMembers(value.function_call) ? [value.function_call] : namedFunction(value);
  const listed = Array.isArray(value.tool_calls) ? value.tool_calls : [];
  const known = new Set(content.flatMap((part) => (part.kind === "tool-request" && part.id ? [part.id] : [])));
  return requestsOf([...listed, ...old]).filter((part) => part.id === null || !known.has(part.id));
}

/** OpenInference writes the request of OpenAI's first functions in two members. */
function namedFunction({ function_call_name: name, function_call_arguments_json: sent }: Members): Members[] {
  return typeof name === "string" ? [{ name, arguments: sent }] : [];
}

function requestsOf(items: readonly unknown[]) {
  return items.flatMap((item) => {
    if (!isMembers(item)) return [];
    // OpenInference wraps each request in its own name.
    return requestOf(isMembers(item.tool_call) ? item.tool_call : item) ?? [];
  });
}
