import { type DraftMessage, newMessage, textPart } from "./draft";
import { isVariableName } from "./prompt-variables";

/**
 * Returns messages with `{{name}}` at the end of the last message of the user, which is added where there is none.
 * Unchanged for a name that cannot be a variable.
 */
export function withVariable(messages: readonly DraftMessage[], name: string): readonly DraftMessage[] {
  if (!isVariableName(name)) return messages;
  const variable = `{{${name}}}`;
  const at = messages.findLastIndex(({ role }) => role === "user");
  const message = messages[at];
  if (message === undefined) return [...messages, newMessage("user", variable)];
  const textAt = message.parts.findLastIndex(({ kind }) => kind === "text");
  const part = message.parts[textAt];
  const text = part?.kind === "text" ? part.text : "";
  const separator = text === "" || /\s$/.test(text) ? "" : " ";
  const parts =
    part?.kind === "text"
      ? message.parts.map((other, index) =>
          index === textAt ? { ...part, text: `${text}${separator}${variable}` } : other,
        )
      : [...message.parts, textPart(variable)];
  return messages.map((other, index) => (index === at ? { ...message, parts } : other));
}
