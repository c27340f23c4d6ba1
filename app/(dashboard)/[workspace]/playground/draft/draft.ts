/** The members of a JSON object. */
export type Members = Readonly<Record<string, unknown>>;

export const messageRoles = ["system", "developer", "user", "assistant", "tool"] as const;

export type MessageRole = (typeof messageRoles)[number];

/** A text part of a message. */
export type MessagePart =
  | { readonly kind: "text"; readonly text: string; readonly others: Members }
  /** An image, audio or file: a content part as it is sent. */
  | { readonly kind: "media"; readonly value: Members };

/** A tool call of the assistant; `arguments` is JSON text, as models write it. */
export interface DraftToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

export interface DraftMessage {
  /** Identifies a message while it moves; not sent. */
  readonly key: string;
  readonly role: MessageRole;
  readonly parts: readonly MessagePart[];
  readonly toolCalls: readonly DraftToolCall[];
  /** The tool call that a `tool` message answers. */
  readonly toolCallId: string;
  /** Members without a field in the form, sent unchanged. */
  readonly others: Members;
}

export interface DraftTool {
  readonly key: string;
  readonly isOn: boolean;
  /** The JSON as typed. */
  readonly text: string;
}

/** The typed text of each parameter; absent and empty both mean "not sent". */
export type ParameterTexts = Readonly<Record<string, string>>;

export interface DraftColumn {
  readonly key: string;
  readonly model: string;
  /** Parameters of this column only. A name that is present applies even if its text is empty: it is not sent then. */
  readonly own: ParameterTexts;
  /** Messages of this column only; null means the shared ones. */
  readonly messages: readonly DraftMessage[] | null;
}

/** The version of a prompt object that messages were loaded from, or saved as. */
export interface DraftPrompt {
  readonly objectId: string;
  readonly digest: string;
  readonly versionIndex: number;
  /** JSON of its messages as the form has them; null when they could not be loaded exactly. */
  readonly text: string | null;
}

/** Everything that the user typed into the playground. */
export interface Draft {
  readonly messages: readonly DraftMessage[];
  readonly tools: readonly DraftTool[];
  readonly parameters: ParameterTexts;
  readonly variables: ParameterTexts;
  /** Rows of a table to run over. */
  readonly rows: readonly Members[];
  /** The column of the rows that a variable takes, where the user chose one. */
  readonly rowColumns: Readonly<Record<string, string>>;
  readonly columns: readonly DraftColumn[];
  readonly isTracked: boolean;
  /** The call that the draft was opened from. */
  readonly callId: string | null;
  readonly prompt: DraftPrompt | null;
}

export const MAX_COLUMNS = 6;

let keyCount = 0;

/** Returns a key that no other part of a draft has, including drafts stored earlier. */
export function newKey(): string {
  keyCount += 1;
  return `${Date.now().toString(36)}-${keyCount}`;
}

export function textPart(text: string): MessagePart {
  return { kind: "text", text, others: {} };
}

/** Returns a message with one text. */
export function newMessage(role: MessageRole, text = ""): DraftMessage {
  return { key: newKey(), role, parts: [textPart(text)], toolCalls: [], toolCallId: "", others: {} };
}

export function newColumn(model: string): DraftColumn {
  return { key: newKey(), model, own: {}, messages: null };
}

/** Returns the initial draft. */
export function newDraft(): Draft {
  return {
    messages: [newMessage("system"), newMessage("user")],
    tools: [],
    parameters: {},
    variables: {},
    rows: [],
    rowColumns: {},
    columns: [newColumn("")],
    isTracked: true,
    callId: null,
    prompt: null,
  };
}

/** The text of a message. */
export function draftMessageText({ parts }: Pick<DraftMessage, "parts">): string {
  return parts.flatMap((part) => (part.kind === "text" ? [part.text] : [])).join("\n\n");
}

/** The messages that a column sends. */
export function messagesOf(draft: Draft, column: DraftColumn): readonly DraftMessage[] {
  return column.messages ?? draft.messages;
}
