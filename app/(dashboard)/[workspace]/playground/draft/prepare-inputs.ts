import type { Inputs } from "@/lib/completion/completion-inputs";
import { ADDITIONAL_MEMBERS, parameters } from "@/lib/completion/parameters";
import { parseParameterJson, readParameter } from "@/lib/completion/read-parameter";
import {
  type Draft,
  type DraftColumn,
  type DraftMessage,
  type DraftTool,
  type Members,
  messagesOf,
  type ParameterTexts,
} from "./draft";
import { fillMessage } from "./prompt-variables";

/**
 * The reason why a request cannot be built, by the position of the invalid field: see {@link parameterProblemKey},
 * {@link toolProblemKey}.
 */
export interface Problem {
  readonly place: string;
  readonly message: string;
}

export interface BuiltInputs {
  readonly inputs: Inputs;
  readonly problems: readonly Problem[];
}

const parameterProblemKey = (name: string) => `parameter ${name}`;
const toolProblemKey = (key: string) => `tool ${key}`;
export const MESSAGES_PROBLEM = "messages";
export const modelProblemKey = (columnKey: string) => `model ${columnKey}`;

/** The typed text of a parameter for a column: its own text if it has one, else the shared text. */
export function parameterText(draft: Draft, column: DraftColumn | null, name: string): string {
  if (column !== null && Object.hasOwn(column.own, name)) return column.own[name] ?? "";
  return draft.parameters[name] ?? "";
}

/** True to stream, false not to; null means stream where the service supports it. */
export function shouldStream(draft: Draft, column: DraftColumn): boolean {
  return parameterText(draft, column, "stream") !== "false";
}

/**
 * The request of a column: every parameter that is set, and nothing else. `stream` picks the operation and is not sent.
 */
export function columnInputs(draft: Draft, column: DraftColumn): BuiltInputs {
  const problems: Problem[] = [];
  const members: Record<string, unknown> = {};
  const model = column.model.trim();
  if (model === "") problems.push({ place: modelProblemKey(column.key), message: "Choose a model" });
  const messages = sentMessages(messagesOf(draft, column), draft.variables);
  if (messages.length === 0) problems.push({ place: MESSAGES_PROBLEM, message: "Write a message" });
  for (const parameter of parameters) {
    if (parameter.name === "stream") continue;
    const reading = readParameter(parameter, parameterText(draft, column, parameter.name));
    if (reading.kind === "broken")
      problems.push({ place: parameterProblemKey(parameter.name), message: reading.message });
    if (reading.kind !== "value") continue;
    if (parameter.name === ADDITIONAL_MEMBERS) Object.assign(members, reading.value);
    else members[parameter.name] = reading.value;
  }
  const tools = sentTools(draft.tools, problems);
  const inputs = { ...members, ...(tools.length > 0 ? { tools } : {}), model, messages };
  const { model: first, messages: second, ...rest } = inputs;
  return { inputs: { model: first, messages: second, ...rest }, problems };
}

type Sent = readonly Record<string, unknown>[];

/**
 * The messages as they are sent, built once for all columns that share them: they may be long, and this runs on every
 * keystroke.
 */
const sentBefore = new WeakMap<readonly DraftMessage[], { readonly variables: ParameterTexts; readonly sent: Sent }>();

function sentMessages(messages: readonly DraftMessage[], variables: ParameterTexts): Record<string, unknown>[] {
  const known = sentBefore.get(messages);
  if (known?.variables === variables) return [...known.sent];
  const sent = messages
    .map((message) => fillMessage(message, variables))
    .filter((message) => !isEmpty(message))
    .map(messageMembers);
  sentBefore.set(messages, { variables, sent });
  return sent;
}

/** A message without content says nothing, and many servers reject it. The result of a tool may be empty. */
export function isEmpty({ role, parts, toolCalls, others }: DraftMessage): boolean {
  if (role === "tool" || toolCalls.length > 0 || Object.keys(others).length > 0) return false;
  return parts.every((part) => part.kind === "text" && part.text.trim() === "");
}

function sentTools(tools: readonly DraftTool[], problems: Problem[]): unknown[] {
  return tools.flatMap((tool) => {
    if (!tool.isOn) return [];
    const reading = readTool(tool.text);
    if (reading.kind === "value") return [reading.value];
    problems.push({ place: toolProblemKey(tool.key), message: reading.message });
    return [];
  });
}

/** A tool as typed: an object, or the reason why it is not one. */
export function readTool(
  text: string,
): { readonly kind: "value"; readonly value: Members } | { readonly kind: "broken"; readonly message: string } {
  const reading = parseParameterJson(text, "object");
  if (reading.kind === "value") return { kind: "value", value: reading.value as Members };
  return { kind: "broken", message: reading.kind === "broken" ? reading.message : "A tool must be a JSON object" };
}

/** A message in the form of the interface. */
export function messageMembers(message: DraftMessage): Record<string, unknown> {
  const { role, toolCalls, toolCallId, others } = message;
  const calls = toolCalls.map(({ id, name, arguments: text }) => ({
    id,
    type: "function",
    function: { name, arguments: text },
  }));
  return {
    role,
    ...others,
    content: contentOf(message),
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
    ...(role === "tool" ? { tool_call_id: toolCallId } : {}),
  };
}

/** A single plain text is sent as a string, as most servers expect; everything else is a list of parts. */
function contentOf({ role, parts, toolCalls, others }: DraftMessage): unknown {
  const [first] = parts;
  const isPlain = parts.length === 1 && first?.kind === "text" && Object.keys(first.others).length === 0;
  const asks = toolCalls.length > 0 || "tool_calls" in others || "function_call" in others;
  if (parts.length === 0 || (isPlain && first.text === "")) return role === "assistant" && asks ? null : "";
  if (isPlain) return first.text;
  return parts.map((part) => (part.kind === "text" ? { type: "text", text: part.text, ...part.others } : part.value));
}

/** The names that a tool choice can take: of the tools that are on, or of the older functions. */
export function draftToolNames(draft: Draft, parameter: string): readonly string[] {
  if (parameter === "tool_choice") {
    return draft.tools.flatMap(({ isOn, text }) => {
      const tool = isOn ? readTool(text) : null;
      return tool?.kind === "value" ? nameIn(tool.value.function) : [];
    });
  }
  const functions = parameter === "function_call" ? parseParameterJson(draft.parameters.functions ?? "", "list") : null;
  return functions?.kind === "value" && Array.isArray(functions.value) ? functions.value.flatMap(nameIn) : [];
}

function nameIn(value: unknown): readonly string[] {
  const name = typeof value === "object" && value !== null && "name" in value ? value.name : null;
  return typeof name === "string" && name !== "" ? [name] : [];
}
