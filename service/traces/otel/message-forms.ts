import { type AttributeSource, builtTree, isObjectValue } from "./attribute-source";
import { type Attributes, emptyAttributes, isAttributes } from "./attribute-values";

const isNumber = (name: string) => /^\d+$/.test(name);

/**
 * Returns a list, or the numbered members of a group as a list in the order of their numbers, which may have gaps.
 * Undefined for anything else.
 */
export function numberedItems(value: unknown): unknown {
  if (value === null || typeof value !== "object") return undefined;
  if (!isObjectValue(value)) return value;
  const tree = builtTree(value);
  if (!isAttributes(tree)) return undefined;
  // Integer keys of an object are in ascending order.
  const items = Object.entries(tree).flatMap(([name, item]) => (isNumber(name) ? [item] : []));
  return items.length === 0 ? undefined : items;
}

/** Names in which OpenInference wraps the items of its lists. */
const WRAPPERS = ["message", "document", "tool"] as const;

function unwrappedItem(item: unknown, wrappers: readonly string[]): unknown {
  if (!isAttributes(item)) return item;
  const name = wrappers.find((wrapper) => isAttributes(item[wrapper]));
  if (name === undefined) return item;
  const { [name]: inner, ...beside }: Attributes = item;
  return Object.keys(beside).length === 0 ? inner : Object.assign(emptyAttributes(), beside, inner);
}

function unwrappedList(value: unknown, wrapper: string): unknown {
  const items = builtTree(numberedItems(value));
  return Array.isArray(items) ? items.map((item) => unwrappedItem(item, [wrapper])) : value;
}

/** Returns messages, documents or tools of OpenInference without the names that wrap them. */
export function unwrappedMessages(list: unknown): unknown {
  const items = builtTree(list);
  return Array.isArray(items) ? items.map(unwrappedMessage) : list;
}

function unwrappedMessage(item: unknown): unknown {
  const message = unwrappedItem(item, WRAPPERS);
  if (!isAttributes(message)) return message;
  if (isAttributes(message.json_schema)) return message.json_schema;
  if (message.tool_calls === undefined && message.contents === undefined) return message;
  const { contents, ...plain }: Attributes = message;
  const copy = Object.assign(emptyAttributes(), plain);
  if (contents !== undefined) copy.content ??= withoutBare(unwrappedList(contents, "message_content"));
  if (copy.tool_calls !== undefined) copy.tool_calls = unwrappedList(copy.tool_calls, "tool_call");
  return copy;
}

/** Of a call of a tool, the type alone is among the contents of a message: the call is beside them. */
function withoutBare(parts: unknown): unknown {
  const isBare = (part: unknown) => isAttributes(part) && Object.keys(part).every((name) => name === "type");
  return Array.isArray(parts) ? parts.filter((part) => !isBare(part)) : parts;
}

const isRoleAlone = (item: unknown) => isAttributes(item) && Object.keys(item).every((name) => name === "role");

/** True for messages of which only the roles were sent. */
export function areRolesAlone(messages: unknown): boolean {
  return Array.isArray(messages) && messages.every(isRoleAlone);
}

/** Messages of which some have only a role, with those of the request in their place if it has as many. */
export function withWords(messages: unknown, request: unknown): unknown {
  if (!Array.isArray(messages) || !messages.some(isRoleAlone)) return messages;
  const sent: unknown = builtTree(request);
  // LangChain asks for several conversations at once.
  const items: unknown[] = Array.isArray(sent) ? sent.flat(1) : [];
  return items.length === messages.length
    ? messages.map((message: unknown, at) => (isRoleAlone(message) ? items[at] : message))
    : messages;
}

/** Texts that are JSON texts themselves, as the AI SDK writes what it embeds. */
export function unquoted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unquoted);
  if (typeof value !== "string" || !/^".*"$/s.test(value)) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value; // An ordinary text in quotation marks.
  }
}

const ROLES: ReadonlySet<unknown> = new Set([
  "system",
  "developer",
  "user",
  "human",
  "assistant",
  "ai",
  "model",
  "tool",
]);

/** True for a list that begins with a message. */
export function isConversation(value: unknown): boolean {
  if (value === null || typeof value !== "object" || isObjectValue(value)) return false;
  const list = builtTree(value);
  const [first] = Array.isArray(list) ? (list as unknown[]) : [];
  return isAttributes(first) && (ROLES.has(first.role) || (ROLES.has(first.type) && "content" in first));
}

/** The role of a message; Pydantic AI's older events have it in their name. */
function roleOf(message: unknown): string {
  if (!isAttributes(message)) return "";
  if (typeof message.role === "string") return message.role;
  const event = message["event.name"];
  if (event === "gen_ai.choice") return "assistant";
  return typeof event === "string" ? (/^gen_ai\.(\w+)\.message$/.exec(event)?.[1] ?? "") : "";
}

/** True for words of a user: results of tools are messages of the user, too. */
function isQuestion(message: unknown): boolean {
  if (roleOf(message) !== "user" || !isAttributes(message)) return false;
  const { parts } = message;
  if (!Array.isArray(parts)) return true;
  return parts.some((part) => !isAttributes(part) || !String(part.type).endsWith("_response"));
}

/** The message of a choice is one member deeper. */
function spoken(message: unknown): unknown {
  if (!isAttributes(message)) return message;
  const inner = isAttributes(message.message) ? message.message : message;
  return inner.role === undefined ? Object.assign(emptyAttributes(), { role: roleOf(message) }, inner) : inner;
}

/** Lists under these names are conversations only if their items say so. */
const isMessageList = (list: unknown): list is unknown[] =>
  Array.isArray(list) && list.length > 0 && list.every((item) => roleOf(item) !== "");

/**
 * Divides a conversation that is in one attribute: what was asked, up to the first answer after the last question, and
 * what was answered.
 */
export function conversationParts(
  attributes: AttributeSource,
  path: string,
): { readonly asked: unknown; readonly answered: unknown } {
  const list = builtTree(attributes.at(path));
  if (!isMessageList(list)) return { asked: undefined, answered: undefined };
  const isNew = attributes.at("pydantic_ai.new_message_index");
  const from = typeof isNew === "number" && isNew < list.length ? isNew : Math.max(0, list.findLastIndex(isQuestion));
  const at = list.findIndex((message, index) => index >= from && /^(?:assistant|model)$/.test(roleOf(message)));
  const end = at === -1 ? list.length : at;
  const parts = (some: readonly unknown[]) => (some.length === 0 ? undefined : some.map(spoken));
  return { asked: parts(list.slice(0, end)), answered: parts(list.slice(end)) };
}
