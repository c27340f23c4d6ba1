import { stringify } from "lossless-json";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { ADDITIONAL_MEMBERS, findParameter, type Parameter } from "@/lib/completion/parameters";
import { isMembers } from "@/lib/json/value/members";
import {
  type DraftMessage,
  type DraftTool,
  type DraftToolCall,
  type Members,
  type MessagePart,
  type MessageRole,
  messageRoles,
  newKey,
  textPart,
} from "./draft";

/** A request as parts of a draft, and what was not supported. */
export interface ReadRequest {
  /** Null when the request names no model. */
  readonly model: string | null;
  readonly messages: readonly DraftMessage[];
  readonly tools: readonly DraftTool[];
  readonly parameters: Readonly<Record<string, string>>;
  /** The parts that could not be carried over, in sentences without a period. */
  readonly unsupported: readonly string[];
}

/** JSON for editing; numbers keep their digits. */
export function prettyJson(value: unknown): string {
  return stringify(value, undefined, 2) ?? "null";
}

/** Reads a request for a chat completion, in the form of OpenAI's interface or the service's. */
export function readRequest(request: Members): ReadRequest {
  const { model, messages, tools, ...members } = request;
  const lost: string[] = [];
  const listed = Array.isArray(messages) ? messages : [];
  const drafts = listed.map((message) => (isMembers(message) ? readDraftMessage(message) : null));
  drafts.forEach((draft, index) => {
    if (draft === null) lost.push(`Message ${index + 1}: unsupported role`);
  });
  const { texts, others } = readParameters(members);
  return {
    model: typeof model === "string" && model !== "" ? model : null,
    messages: drafts.filter((draft) => draft !== null),
    tools: readTools(tools),
    parameters: Object.keys(others).length > 0 ? { ...texts, [ADDITIONAL_MEMBERS]: prettyJson(others) } : texts,
    unsupported: lost,
  };
}

export function readTools(tools: unknown): DraftTool[] {
  return (Array.isArray(tools) ? tools : []).map((tool) => ({ key: newKey(), isOn: true, text: prettyJson(tool) }));
}

/** Sorts the members of a request by form field; those without a field stay together. */
export function readParameters(members: Members): { texts: Record<string, string>; others: Record<string, unknown> } {
  const texts: Record<string, string> = {};
  const others: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(members)) {
    if (value === null || value === undefined) continue;
    const parameter = findParameter(name);
    if (parameter) texts[name] = parameterTextOf(parameter, value);
    else others[name] = value;
  }
  return { texts, others };
}

/** The text that a user would have typed for a value. */
function parameterTextOf({ kind }: Parameter, value: unknown): string {
  if (typeof value === "string") return kind === "stop" ? stopText(value) : value;
  return isMembers(value) || Array.isArray(value) ? prettyJson(value) : stringifyJson(value);
}

/** A text that would be read as JSON, or as empty, is written as JSON. */
const stopText = (text: string) => (text.trim() === "" || /^\s*["[]/.test(text) ? JSON.stringify(text) : text);

/** One message of OpenAI's chat; null when its role is not supported. */
export function readDraftMessage(message: Members): DraftMessage | null {
  const { role, content, tool_calls: calls, tool_call_id: callId, ...rest } = message;
  const known = messageRoles.find((candidate) => candidate === role);
  if (!known) return null;
  const toolCalls = functionCalls(calls);
  const others = Object.entries(rest).filter(([, value]) => value !== null && value !== undefined);
  if (toolCalls === null) others.push(["tool_calls", calls]);
  return {
    key: newKey(),
    role: known,
    parts: readParts(content, known, (toolCalls ?? []).length > 0),
    toolCalls: toolCalls ?? [],
    toolCallId: typeof callId === "string" ? callId : "",
    others: Object.fromEntries(others),
  };
}

function readParts(content: unknown, role: MessageRole, asksTools: boolean): readonly MessagePart[] {
  if (content === null || content === undefined) return role === "assistant" && asksTools ? [] : [textPart("")];
  if (typeof content === "string") return [textPart(content)];
  if (!Array.isArray(content)) return [textPart(prettyJson(content))];
  return content.map((part): MessagePart => {
    if (typeof part === "string") return textPart(part);
    if (!isMembers(part)) return textPart(stringifyJson(part));
    const { type, text, ...others } = part;
    return type === "text" && typeof text === "string"
      ? { kind: "text", text, others }
      : { kind: "media", value: part };
  });
}

/** Tool calls; null when they include a type that the form has no fields for. */
function functionCalls(calls: unknown): readonly DraftToolCall[] | null {
  if (calls === null || calls === undefined) return [];
  if (!Array.isArray(calls)) return null;
  const read: DraftToolCall[] = [];
  for (const call of calls) {
    const callee = isMembers(call) && (call.type === undefined || call.type === "function") ? call.function : null;
    if (!isMembers(call) || !isMembers(callee) || typeof callee.name !== "string") return null;
    const sent = callee.arguments;
    read.push({
      id: typeof call.id === "string" ? call.id : "",
      name: callee.name,
      arguments: typeof sent === "string" ? sent : stringifyJson(sent ?? {}),
    });
  }
  return read;
}
