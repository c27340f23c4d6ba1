/** Members of a JSON object. */
export type Members = Readonly<Record<string, unknown>>;

export const messageRoles = ["system", "developer", "user", "assistant", "tool"] as const;

export type MessageRole = (typeof messageRoles)[number];

/** A piece of what a message says. */
export type MessagePart =
  | { readonly kind: "text"; readonly text: string; readonly others: Members }
  /** An image, a sound, a file: a content part as it is sent. */
  | { readonly kind: "media"; readonly value: Members };

/** A tool that the assistant asked for; `arguments` is JSON text, as models write it. */
export interface DraftToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

export interface DraftMessage {
  /** Tells messages apart while they move; it is not sent. */
  readonly key: string;
  readonly role: MessageRole;
  readonly parts: readonly MessagePart[];
  readonly toolCalls: readonly DraftToolCall[];
  /** Which request for a tool a `tool` message answers. */
  readonly toolCallId: string;
  /** Members that the form has no field for, sent as they are. */
  readonly others: Members;
}

export interface DraftTool {
  readonly key: string;
  readonly isOn: boolean;
  /** Its JSON, as it is typed. */
  readonly text: string;
}

/** What is typed for each parameter; absent and empty both mean "not sent". */
export type ParameterTexts = Readonly<Record<string, string>>;

export interface DraftColumn {
  readonly key: string;
  readonly model: string;
  /** Parameters of this column alone. A name that is there counts, an empty text too: it is not sent then. */
  readonly own: ParameterTexts;
  /** Messages of this column alone; null means those of all columns. */
  readonly messages: readonly DraftMessage[] | null;
}

/** Everything that a person has typed into the playground. */
export interface Draft {
  readonly messages: readonly DraftMessage[];
  readonly tools: readonly DraftTool[];
  readonly parameters: ParameterTexts;
  readonly variables: ParameterTexts;
  /** Values of variables to run over, one row after the other. */
  readonly rows: readonly ParameterTexts[];
  readonly columns: readonly DraftColumn[];
  readonly isTracked: boolean;
  /** The call that it was opened from. */
  readonly callId: string | null;
}

export const MAX_COLUMNS = 6;

let keyCount = 0;

/** A key that no other part of a draft has, also not one that was stored before. */
export function newKey(): string {
  keyCount += 1;
  return `${Date.now().toString(36)}-${keyCount}`;
}

export function textPart(text: string): MessagePart {
  return { kind: "text", text, others: {} };
}

/** A message with one text. */
export function newMessage(role: MessageRole, text = ""): DraftMessage {
  return { key: newKey(), role, parts: [textPart(text)], toolCalls: [], toolCallId: "", others: {} };
}

export function newColumn(model: string): DraftColumn {
  return { key: newKey(), model, own: {}, messages: null };
}

/** What a person begins with. */
export function newDraft(): Draft {
  return {
    messages: [newMessage("system"), newMessage("user")],
    tools: [],
    parameters: {},
    variables: {},
    rows: [],
    columns: [newColumn("")],
    isTracked: true,
    callId: null,
  };
}

/** What a message says in words. */
export function draftMessageText({ parts }: Pick<DraftMessage, "parts">): string {
  return parts.flatMap((part) => (part.kind === "text" ? [part.text] : [])).join("\n\n");
}

/** The messages that a column sends. */
export function messagesOf(draft: Draft, column: DraftColumn): readonly DraftMessage[] {
  return column.messages ?? draft.messages;
}
