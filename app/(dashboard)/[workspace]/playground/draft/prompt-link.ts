import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import type { SentPrompt } from "@/lib/completion/prompted-inputs";
import { objectRef } from "@/lib/object/object-ref";
import {
  type Draft,
  type DraftColumn,
  type DraftMessage,
  type DraftPrompt,
  messagesOf,
  type ParameterTexts,
} from "./draft";
import { isEmpty, messageMembers } from "./prepare-inputs";
import { fillMessage, hasValue, variablesIn } from "./prompt-variables";

/** JSON of messages without the keys of the form: equal for equal messages. */
export function messagesText(messages: readonly DraftMessage[]): string {
  return stringifyJson(messages.map(messageMembers));
}

/** The last count of each list of messages: messages may be long, and this runs on every keystroke. */
const counted = new WeakMap<readonly DraftMessage[], { readonly text: string; readonly count: number }>();

/** The number of messages at the beginning that are those of a prompt, unchanged; 0 when one of them differs. */
export function linkedCount(messages: readonly DraftMessage[], prompt: DraftPrompt | null): number {
  const text = prompt?.text ?? null;
  if (text === null) return 0;
  const known = counted.get(messages);
  if (known?.text === text) return known.count;
  const count = countLinked(messages, text);
  counted.set(messages, { text, count });
  return count;
}

function countLinked(messages: readonly DraftMessage[], text: string): number {
  let length = 1;
  for (const [index, message] of messages.entries()) {
    length += stringifyJson(messageMembers(message)).length + 1;
    // The list ends here when its text would have this length.
    if (length >= text.length) return messagesText(messages.slice(0, index + 1)) === text ? index + 1 : 0;
  }
  return 0;
}

/**
 * The prompt that a column names in place of its first messages, so that its call references the version; null when the
 * messages are not those of the version, or could not be filled in by the service as they are here.
 */
export function promptToSend(
  draft: Draft,
  column: DraftColumn,
  projectId: string,
  variables: ParameterTexts = draft.variables,
): SentPrompt | null {
  const { prompt } = draft;
  const messages = messagesOf(draft, column);
  const messageCount = linkedCount(messages, prompt);
  if (prompt === null || messageCount === 0) return null;
  const linked = messages.slice(0, messageCount);
  const isFilledHere = linked.some(
    (message) => isEmpty(fillMessage(message, variables)) || variablesIn([{ ...message, parts: [] }]).length > 0,
  );
  if (isFilledHere) return null;
  const names = variablesIn(linked);
  // A variable without a value is sent by its name, as in any message.
  const values = names.map((name) => [name, hasValue(variables, name) ? (variables[name] ?? "") : `{{${name}}}`]);
  return {
    ref: objectRef(projectId, { kind: "object", id: prompt.objectId }, prompt.digest),
    values: Object.fromEntries(values),
    messageCount,
  };
}
