import type { z } from "zod";
import { plainNumber, stringifyJson } from "@/lib/api/contract/scalars/json-text";
import type { trajectory } from "@/lib/api/contract/training/trajectories";
import type { ChatMessage } from "@/lib/chat/chat-message";
import { readMessage } from "@/lib/chat/read-message";
import { isMembers, type Members } from "@/lib/json/value/members";
import { formatMetric } from "@/lib/training/metrics/format-metric";

export type Trajectory = z.infer<typeof trajectory>;

/** The tokens a model sampled: the only part that is trained on. */
interface Sample {
  /** `logprobs.content` as sent: parsed when it is on screen. Empty without logprobs. */
  readonly content: readonly unknown[];
  readonly finishReason: string | null;
}

export interface RolloutMessage {
  /** Its index in `messages_and_choices`. */
  readonly index: number;
  readonly message: ChatMessage;
  /** Null for a message that is not trained on. */
  readonly sample: Sample | null;
  /** The number of the user message, from 1; null for other roles. */
  readonly turn: number | null;
  /** The next message responds to a tool request of this one. */
  readonly stitch: "none" | "answered" | "failed";
  /** Equal for messages with the same content. */
  readonly fingerprint: string;
  /** The reward of this message alone, if its environment gave one. */
  readonly reward: number | null;
}

/** A trajectory prepared for display. */
export interface RolloutContents {
  readonly messages: readonly RolloutMessage[];
  readonly turnCount: number;
  /** Sampled tokens; null where a choice has no logprobs. */
  readonly tokenCount: number | null;
  readonly durationMs: number | null;
  readonly hasLogprobs: boolean;
  /** Names of tools by the id of their request: a result often carries only the id. */
  readonly toolNames: ReadonlyMap<string, string>;
  /** The metrics besides the reward, as text. */
  readonly metrics: readonly (readonly [name: string, value: string])[];
  /** The reasons for the reward: from the metadata, then the logs. */
  readonly evidence: readonly (readonly [name: string, text: string])[];
  /** Other histories of the same rollout as its model saw it, separate from the messages. */
  readonly historyCount: number;
}

/** Returns a sent trajectory in the form of a conversation. */
export function readRollout(value: Trajectory): RolloutContents {
  let turnCount = 0;
  const items = value.messages_and_choices.map((item, index) => {
    const isChoice = isMembers(item.message) && "finish_reason" in item;
    const message = messageOf(isChoice ? item.message : item);
    if (message.role === "user") turnCount += 1;
    return {
      index,
      message,
      sample: isChoice ? sampleOf(item) : null,
      stitch: "none" as const,
      turn: message.role === "user" ? turnCount : null,
      fingerprint: stringifyJson([message.role, message.name, message.parts]),
      reward: rewardOf(item) ?? (isChoice ? rewardOf(item.message) : null),
    };
  });
  const messages = items.map((item, index) => ({ ...item, stitch: stitchOf(item.message, items[index + 1]?.message) }));
  const samples = messages.flatMap(({ sample }) => sample ?? []);
  const hasAllTokens = samples.length > 0 && samples.every(({ content }) => content.length > 0);
  return {
    messages,
    turnCount,
    tokenCount: hasAllTokens ? samples.reduce((sum, { content }) => sum + content.length, 0) : null,
    durationMs: durationOf(value.metrics),
    hasLogprobs: samples.some(({ content }) => content.length > 0),
    toolNames: toolNames(messages),
    metrics: Object.entries(value.metrics ?? {}).map(([name, figure]) => [name, metricText(name, figure)] as const),
    evidence: evidenceOf(value),
    historyCount: value.additional_histories?.length ?? 0,
  };
}

/**
 * Returns another history of the rollout in the same form, or null when there is none at this index or it has no
 * messages.
 */
export function readHistory(value: Trajectory, index: number): RolloutContents | null {
  const history = value.additional_histories?.[index];
  if (!isMembers(history) || !Array.isArray(history.messages_and_choices)) return null;
  const messages: readonly unknown[] = history.messages_and_choices;
  return readRollout({ ...value, messages_and_choices: messages.map((item) => (isMembers(item) ? item : { item })) });
}

/** A message of any client; an item that is not a message is shown unchanged. */
function messageOf(value: unknown): ChatMessage {
  const read = isMembers(value) ? readMessage(value) : null;
  return read ?? { role: "other", name: null, parts: [{ kind: "unknown", value }] };
}

function sampleOf(choice: Members): Sample {
  const content = isMembers(choice.logprobs) ? choice.logprobs.content : null;
  return {
    content: Array.isArray(content) ? content : [],
    finishReason: typeof choice.finish_reason === "string" ? choice.finish_reason : null,
  };
}

function rewardOf(item: unknown): number | null {
  const reward = isMembers(item) ? plainNumber(item.reward) : null;
  return typeof reward === "number" && Number.isFinite(reward) ? reward : null;
}

/** Names under which judges and environments explain a reward. */
const REASONS = /(reason|rationale|explanation|justification|critique|feedback|verdict|judge|evidence)/i;

function evidenceOf({ metadata, logs }: Trajectory): readonly (readonly [string, string])[] {
  const reasons = Object.entries(metadata ?? {}).flatMap(([name, text]) =>
    REASONS.test(name) && typeof text === "string" && text.trim() !== "" ? [[name, text] as const] : [],
  );
  const lines = (logs ?? []).map((line) => (typeof line === "string" ? line : stringifyJson(line)));
  return lines.length === 0 ? reasons : [...reasons, ["logs", lines.join("\n")] as const];
}

/** As in a transcript: several tools requested at once respond one after the other. */
function stitchOf(message: ChatMessage, next: ChatMessage | undefined): RolloutMessage["stitch"] {
  const results = (next?.parts ?? []).filter((part) => part.kind === "tool-result");
  const isJoined = message.parts.some(({ kind }) => kind === "tool-request" || kind === "tool-result");
  if (!isJoined || results.length === 0) return "none";
  return results.some(({ isError }) => isError) ? "failed" : "answered";
}

/** `metrics.duration` is written by public clients, in seconds. */
function durationOf(metrics: Trajectory["metrics"]): number | null {
  const seconds = plainNumber(metrics?.duration);
  return typeof seconds === "number" && seconds >= 0 ? seconds * 1000 : null;
}

function toolNames(messages: readonly RolloutMessage[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { message } of messages) {
    for (const part of message.parts) {
      if (part.kind === "tool-request" && part.id !== null) names.set(part.id, part.name);
    }
  }
  return names;
}

function metricText(name: string, value: unknown): string {
  if (typeof value === "string") return value;
  const number = plainNumber(value);
  return typeof number === "number" ? formatMetric(name, number) : stringifyJson(value);
}
