import { isJsonObject } from "@/lib/guard/json-object";
import { textOf } from "@/service/evaluation/evaluation-runs/scorers/value-at-path";
import type { ModelRun } from "@/service/evaluation/evaluation-runs/trials/complete-once";
import { choiceOf, type Message } from "./choice";

/** A call of a tool in an answer of the model. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** JSON, as the model wrote it. */
  readonly argumentsText: string;
}

/** A call of a tool, answered or not. */
export interface ToolRun {
  readonly call: ToolCall;
  readonly startedMicros: number;
  readonly endedMicros: number;
  /** The content of the tool's message. */
  readonly result: string;
  /** Why the result is an error, which the model sees; null when it is none. */
  readonly problem: string | null;
  /** The request to the simulator; null where there was none. */
  readonly completion: ModelRun | null;
}

/** One request to the model, and the tools that its answer called. */
export interface Turn {
  readonly completion: ModelRun;
  /** Null when the request failed. */
  readonly choice: Message | null;
  readonly tools: readonly ToolRun[];
}

export interface Conversation {
  readonly turns: readonly Turn[];
  readonly error: string | null;
}

interface Talk {
  /** The request of the task. */
  readonly messages: readonly Message[];
  readonly maxTurns: number;
  /** Sends messages to the model. */
  readonly complete: (messages: readonly Message[]) => Promise<ModelRun>;
  /** Answers a call. @param conversation all messages so far, that of the call included */
  readonly answerTool: (call: ToolCall, conversation: readonly Message[]) => Promise<ToolRun>;
}

/** Returns the calls of tools in a choice that is not cut off. */
function toolCallsOf({ finish_reason: reason, message }: Message): readonly ToolCall[] {
  const calls = isJsonObject(message) && Array.isArray(message.tool_calls) ? message.tool_calls : [];
  // A truncated call has no end of its arguments.
  if (reason === "length") return [];
  return calls.flatMap((call: unknown) => {
    const named = isJsonObject(call) && isJsonObject(call.function) ? call.function : null;
    if (named === null || !isJsonObject(call)) return [];
    return [
      { id: textOf(call.id ?? ""), name: textOf(named.name ?? ""), argumentsText: textOf(named.arguments ?? "") },
    ];
  });
}

/** The model's message as it is sent back: members that are null are left out, except the content. */
function sentBack({ message }: Message): Message {
  const members = Object.entries(isJsonObject(message) ? message : {});
  return Object.fromEntries(members.filter(([name, value]) => name === "content" || value !== null));
}

const toolMessage = ({ call, result }: ToolRun): Message => ({
  role: "tool",
  tool_call_id: call.id,
  content: result,
});

/** Returns what follows the request: choices with the messages of tools between them. Empty without a choice. */
export function historyOf(turns: readonly Turn[]): readonly Message[] {
  return turns.flatMap(({ choice, tools }) => (choice === null ? [] : [choice, ...tools.map(toolMessage)]));
}

/** Returns the messages of a history: choices become their messages. */
export function messagesIn(history: readonly Message[]): readonly Message[] {
  return history.map((item) => ("finish_reason" in item && isJsonObject(item.message) ? sentBack(item) : item));
}

/**
 * Lets the model talk until it answers without calling a tool, or has had its turns. A tool that cannot be asked ends the
 * conversation with an error.
 *
 * @throws AbortError when the run was interrupted
 */
export async function converse({ messages, maxTurns, complete, answerTool }: Talk): Promise<Conversation> {
  const turns: Turn[] = [];
  for (;;) {
    const sent = [...messages, ...messagesIn(historyOf(turns))];
    const completion = await complete(sent);
    const choice = completion.error === null ? choiceOf(completion.response) : null;
    if (choice === null) {
      turns.push({ completion, choice, tools: [] });
      return { turns, error: completion.error ?? "The response has no choice." };
    }
    const calls = turns.length + 1 < maxTurns ? toolCallsOf(choice) : [];
    const said = [...sent, sentBack(choice)];
    const tools = await Promise.all(calls.map((call) => answerTool(call, said)));
    turns.push({ completion, choice, tools });
    const failed = tools.find((tool) => tool.completion !== null && tool.completion.error !== null);
    if (failed) return { turns, error: `The simulator of ${failed.call.name}: ${failed.completion?.error}` };
    if (tools.length === 0) return { turns, error: null };
  }
}
