import {
  type Draft,
  type DraftMessage,
  type Members,
  messagesOf,
} from "@/app/(dashboard)/[workspace]/playground/draft/draft";
import { columnOf, type Scope } from "@/app/(dashboard)/[workspace]/playground/draft/draft-changes";
import {
  columnInputs,
  isEmpty,
  MESSAGES_PROBLEM,
  messageMembers,
} from "@/app/(dashboard)/[workspace]/playground/draft/prepare-inputs";
import { variablesIn } from "@/app/(dashboard)/[workspace]/playground/draft/prompt-variables";
import { storedText } from "@/app/(dashboard)/[workspace]/playground/open/prompt-braces";
import { withPromptTexts } from "@/lib/api/contract/objects/prompt-template";

/** The part of a draft that becomes a version of a prompt, or the reasons why it cannot. */
export interface PreparedPrompt {
  readonly messages: readonly Members[];
  readonly config: Members;
  /** Each in a sentence with a period. */
  readonly problems: readonly string[];
  /** The differences from the draft, each in a sentence with a period. */
  readonly notes: readonly string[];
}

/** Members that connect to a provider, and may be secret: they are never stored with a prompt. */
const NOT_STORED = new Set(["extra_headers", "vertex_credentials", "api_version", "timeout"]);

/** Names that Python's `format()` fills in. */
const PYTHON_NAME = /^[A-Za-z_]\w*$/;

/**
 * Returns the messages of a scope in the form of a prompt object, and the model and parameters of its column.
 *
 * @param columnKey the column whose model and parameters are stored; null for none
 */
export function preparePrompt(draft: Draft, scope: Scope, columnKey: string | null): PreparedPrompt {
  const scoped = columnOf(draft, scope);
  const messages = (scoped ? messagesOf(draft, scoped) : draft.messages).filter((message) => !isEmpty(message));
  const column = draft.columns.find(({ key }) => key === columnKey) ?? null;
  const built = column === null ? null : configOf(draft, columnKey);
  return {
    messages: messages.map((message) => withPromptTexts(messageMembers(message), storedText)),
    config: built?.config ?? {},
    problems: [...messageProblems(messages), ...(built?.problems ?? [])],
    notes: [...messageNotes(messages), ...(built?.notes ?? [])],
  };
}

function messageProblems(messages: readonly DraftMessage[]): string[] {
  if (messages.length === 0) return ["Write a message first."];
  return variablesIn(messages)
    .filter((name) => !PYTHON_NAME.test(name))
    .map((name) => `Rename the variable ${name}: the SDK fills in names of letters, digits and _.`);
}

function messageNotes(messages: readonly DraftMessage[]): string[] {
  const inArguments = variablesIn(messages.map((message) => ({ ...message, parts: [] })));
  return inArguments.map((name) => `{{${name}}} in tool arguments is stored as it is: the SDK does not fill it in.`);
}

/** The members of a column's request besides its messages. */
function configOf(draft: Draft, columnKey: string | null) {
  const column = draft.columns.find(({ key }) => key === columnKey);
  if (!column) return null;
  const { inputs, problems } = columnInputs(draft, column);
  const { messages: _messages, ...members } = inputs as Members;
  // A prompt may be stored without a model.
  const kept = Object.entries(members).filter(([name, value]) => !NOT_STORED.has(name) && value !== "");
  const left = Object.keys(members).filter((name) => NOT_STORED.has(name));
  return {
    config: Object.fromEntries(kept),
    problems: problems
      .filter(({ place }) => place !== MESSAGES_PROBLEM && !place.startsWith("model "))
      .map(({ place, message }) => `${place.replace(/^(?:parameter|tool) /, "")}: ${message}.`),
    notes: left.map((name) => `${name} is not stored.`),
  };
}
