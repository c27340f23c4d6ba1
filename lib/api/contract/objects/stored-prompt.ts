import { isJsonObject } from "@/lib/guard/json-object";

type Members = Readonly<Record<string, unknown>>;

/** A prompt object of the Weave clients, by what it contains. */
export interface StoredPrompt {
  readonly kind: "text" | "messages" | "easy";
  /** In the form of OpenAI's chat, with `{name}` for variables and doubled literal braces. A text is a system message. */
  readonly messages: readonly Members[];
  /** Model and parameters: the members of a completion request besides its messages. */
  readonly config: Members;
  readonly description: string | null;
}

/** Returns the content of a StringPrompt, a MessagesPrompt or an EasyPrompt; null when the value is none of them. */
export function readStoredPrompt(value: unknown): StoredPrompt | null {
  if (!isJsonObject(value)) return null;
  const config = isJsonObject(value.config) ? value.config : {};
  const description = typeof value.description === "string" ? value.description : null;
  if (typeof value.content === "string") {
    return { kind: "text", messages: [{ role: "system", content: value.content }], config, description };
  }
  const isEasy = !Array.isArray(value.messages);
  const listed = isEasy ? (isEasyPrompt(value) ? value.data : null) : value.messages;
  if (!Array.isArray(listed)) return null;
  const messages = listed.filter(isJsonObject);
  return messages.length === 0 ? null : { kind: isEasy ? "easy" : "messages", messages, config, description };
}

const isEasyPrompt = ({ _type: type, _class_name: name }: Members) => type === "EasyPrompt" || name === "EasyPrompt";

/** The content of a prompt, and the parts of its stored form. */
export interface PromptToStore {
  readonly name: string;
  readonly description: string;
  readonly messages: readonly Members[];
  readonly config: Members;
}

/**
 * Returns a prompt as the Python client stores it, so that its `get()` and `format()` work. Model and parameters are in
 * `config`, as in an EasyPrompt; the other classes ignore it. A text stays a StringPrompt, an EasyPrompt stays one.
 *
 * @param before the value of the latest version, whose other members stay; null for a first one
 */
export function promptValue({ name, description, messages, config }: PromptToStore, before: unknown): Members {
  const previous = readStoredPrompt(before);
  const kept: Members = previous !== null && isJsonObject(before) ? before : {};
  const { content: _content, messages: _messages, data: _data, config: _config, ...others } = kept;
  const common = {
    ...others,
    name: "name" in kept ? kept.name : name,
    description: description.trim() === "" ? null : description,
  };
  if (previous?.kind === "easy") return { ...common, data: messages, config };
  const text = previous?.kind === "text" ? onlySystemText(messages) : null;
  const type = text === null ? "MessagesPrompt" : "StringPrompt";
  return {
    ...common,
    _type: type,
    _class_name: type,
    _bases: ["Prompt", "Object", "BaseModel"],
    ...(text === null ? { messages } : { content: text }),
    ...(Object.keys(config).length > 0 || "config" in kept ? { config } : {}),
  };
}

/** The text of messages that are one plain system message; null for others. */
function onlySystemText(messages: readonly Members[]): string | null {
  const [first] = messages;
  const isOnly = messages.length === 1 && first?.role === "system" && Object.keys(first).length === 2;
  return isOnly && typeof first.content === "string" ? first.content : null;
}
