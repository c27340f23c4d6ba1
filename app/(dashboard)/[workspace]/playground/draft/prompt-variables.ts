import type { DraftMessage, MessagePart, ParameterTexts } from "./draft";

/** Matches `{{name}}` in a text, with or without spaces. */
const VARIABLE = /\{\{\s*([A-Za-z_][\w.-]*)\s*\}\}/g;

const NAME = /^[A-Za-z_][\w.-]*$/;

/** True when `{{name}}` is a variable. */
export function isVariableName(name: string): boolean {
  return NAME.test(name);
}

/** The names of variables in messages, in the order of their first appearance. */
export function variablesIn(messages: readonly DraftMessage[]): readonly string[] {
  const names = new Set<string>();
  const look = (text: string) => {
    for (const [, name] of text.matchAll(VARIABLE)) if (name !== undefined) names.add(name);
  };
  for (const { parts, toolCalls } of messages) {
    for (const part of parts) if (part.kind === "text") look(part.text);
    for (const call of toolCalls) look(call.arguments);
  }
  return [...names];
}

/** True when a variable has a value. An empty one has none: its name is sent literally. */
export function hasValue(values: ParameterTexts, name: string): boolean {
  return Object.hasOwn(values, name) && values[name] !== "";
}

/** Replaces variables with their values. A variable without a value stays unchanged. */
export function fillText(text: string, values: ParameterTexts): string {
  return text.replace(VARIABLE, (match, name: string) => (hasValue(values, name) ? (values[name] ?? match) : match));
}

/** Inside a JSON string a value is JSON-encoded. */
function fillJsonText(text: string, values: ParameterTexts): string {
  return text.replace(VARIABLE, (match, name: string) =>
    hasValue(values, name) ? JSON.stringify(values[name]).slice(1, -1) : match,
  );
}

/** Returns a message with its variables filled, in its texts and in tool arguments. */
export function fillMessage(message: DraftMessage, values: ParameterTexts): DraftMessage {
  const fillPart = (part: MessagePart): MessagePart =>
    part.kind === "text" ? { ...part, text: fillText(part.text, values) } : part;
  return {
    ...message,
    parts: message.parts.map(fillPart),
    toolCalls: message.toolCalls.map((call) => ({ ...call, arguments: fillJsonText(call.arguments, values) })),
  };
}
