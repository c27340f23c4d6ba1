import { isJsonObject } from "@/lib/guard/json-object";
import type { WrittenMessage, WrittenToolCall } from "./conversation-bytes";

/** The members of a trajectory that this trainer uses. */
interface ReadTrajectory {
  readonly reward: number;
  /** The conversation, then each of its additional histories. */
  readonly histories: readonly (readonly WrittenMessage[])[];
}

export interface ReadGroup {
  readonly trajectories: readonly ReadTrajectory[];
  /** Rollouts that ended in an exception and have no trajectory. */
  readonly exceptionCount: number;
}

type Members = Readonly<Record<string, unknown>>;

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A part of a message that is not text is replaced by its type: the model reads neither images nor audio. */
function partText(part: unknown): string {
  if (!isJsonObject(part)) return "";
  return typeof part.text === "string" ? part.text : `[${String(part.type)}]`;
}

function textOf(content: unknown): string {
  return typeof content === "string" ? content : listOf(content).map(partText).join("");
}

function toolCallsOf(message: Members): WrittenToolCall[] {
  const calls = [
    ...listOf(message.tool_calls).map((call) => isJsonObject(call) && call.function),
    message.function_call,
  ];
  return calls.flatMap((call) =>
    isJsonObject(call) ? [{ name: String(call.name ?? ""), argumentsText: String(call.arguments ?? "") }] : [],
  );
}

/** A choice differs from a message by its `finish_reason` and `message`. */
const isChoice = (item: Members): item is Members & { message: Members } =>
  "finish_reason" in item && isJsonObject(item.message);

/**
 * Returns the log-probability of each byte of an answer, if its tokens are single bytes that make up its text, as in
 * answers of this project's own models. Null for any other tokens.
 */
function sampledLogprobs(choice: Members, content: string): number[] | null {
  const tokens = isJsonObject(choice.logprobs) ? listOf(choice.logprobs.content) : [];
  const bytes = new TextEncoder().encode(content);
  if (tokens.length !== bytes.length || bytes.length === 0) return null;
  const logprobs: number[] = [];
  for (const [index, token] of tokens.entries()) {
    if (!isJsonObject(token) || typeof token.logprob !== "number") return null;
    const [byte, ...more] = listOf(token.bytes);
    if (byte !== bytes[index] || more.length > 0) return null;
    logprobs.push(token.logprob);
  }
  return logprobs;
}

function readHistory(items: readonly unknown[], trainsMessages: boolean): WrittenMessage[] {
  return items.filter(isJsonObject).map((item) => {
    const isSample = isChoice(item);
    const message = isSample ? item.message : item;
    const role = String(message.role ?? "assistant");
    const content = textOf(message.content);
    return {
      role,
      content,
      toolCalls: toolCallsOf(message),
      isCut: isSample && item.finish_reason === "length",
      isTrained: isSample || (trainsMessages && role === "assistant"),
      sampledLogprobs: isSample ? sampledLogprobs(item, content) : null,
    };
  });
}

/** Returns the messages of a chat completion request, none of which is trained on. */
export function readTrainingMessages(messages: readonly unknown[]): WrittenMessage[] {
  return readHistory(messages, false);
}

function readTrajectory(value: unknown): ReadTrajectory {
  const trajectory = isJsonObject(value) ? value : {};
  const histories = [trajectory, ...listOf(trajectory.additional_histories).filter(isJsonObject)].map((history) =>
    listOf(history.messages_and_choices),
  );
  const hasChoices = histories.flat().some((item) => isJsonObject(item) && isChoice(item));
  return {
    reward: Number(trajectory.reward ?? 0),
    histories: histories.map((items) => readHistory(items, !hasChoices)),
  };
}

/**
 * Returns the trajectory groups of a job's body, which the service has checked. Choices are trained on; a trajectory
 * without choices trains on its assistant messages.
 */
export function readGroups(groups: readonly unknown[]): ReadGroup[] {
  return groups.filter(isJsonObject).map((group) => ({
    trajectories: listOf(group.trajectories).map(readTrajectory),
    exceptionCount: listOf(group.exceptions).length,
  }));
}
