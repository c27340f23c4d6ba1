import { z } from "zod";
import type { Members } from "@/lib/json/value/members";

const members = z.record(z.string(), z.unknown());

/** A request that every column runs. */
export const arenaPrompt = z.object({
  /** Identifies its origin: see {@link promptSource}. */
  id: z.string(),
  threadId: z.string().nullable(),
  messages: z.array(members),
  tools: z.array(z.unknown()).nullable(),
  /** The text of the original answer; null when it is unknown or there was none. */
  expected: z.string().nullable(),
  /** Whether a checkpoint of the model was trained on its conversation; null when unknown. */
  isSeen: z.boolean().nullable(),
  /** Step of the first checkpoint that was trained on it. */
  seenSince: z.number().nullable(),
});

export type ArenaPrompt = z.infer<typeof arenaPrompt>;

/** More prompts do not fit into a URL, and belong in a job. */
export const MAX_PROMPTS = 60;

/** The origin of a prompt, and how many of its messages are sent. */
export type PromptSource =
  | {
      readonly kind: "trajectory";
      readonly batchId: string;
      readonly group: number;
      readonly trajectory: number;
      readonly messageCount: number;
    }
  | { readonly kind: "thread"; readonly threadId: string; readonly messageCount: number }
  /** Written by hand: it exists only here. */
  | { readonly kind: "typed" };

const TRAJECTORY = /^r\.(\d+)\.(\d+)\.(\d+)\.(.+)$/s;
const THREAD = /^t\.(\d+)\.(.+)$/s;

/** Parses an id; any unrecognized id belongs to a typed prompt. */
export function promptSource(id: string): PromptSource {
  const [, group, trajectory, count, batchId] = TRAJECTORY.exec(id) ?? [];
  if (batchId !== undefined) {
    return {
      kind: "trajectory",
      batchId,
      group: Number(group),
      trajectory: Number(trajectory),
      messageCount: Number(count),
    };
  }
  const [, messageCount, threadId] = THREAD.exec(id) ?? [];
  return threadId === undefined ? { kind: "typed" } : { kind: "thread", threadId, messageCount: Number(messageCount) };
}

export function trajectoryPromptId(batchId: string, group: number, trajectory: number, messageCount: number): string {
  return `r.${group}.${trajectory}.${messageCount}.${batchId}`;
}

export function threadPromptId(threadId: string, messageCount: number): string {
  return `t.${messageCount}.${threadId}`;
}

/** The last user message; the last message when there is none. */
export function promptText({ messages }: Pick<ArenaPrompt, "messages">): string {
  const last = messages.findLast(({ role }) => role === "user") ?? messages.at(-1);
  return last ? messageContentText(last) : "";
}

/** The text of a message: its string, or the texts of its parts. */
export function messageContentText({ content }: Members): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.flatMap((part: unknown) => textOf(part)).join("\n\n");
}

function textOf(part: unknown): string[] {
  const text = typeof part === "object" && part !== null && "text" in part ? part.text : part;
  return typeof text === "string" ? [text] : [];
}

/** The position of a prompt in its conversation: `turn 4, after 13 messages`. */
export function promptPositionText({ messages }: Pick<ArenaPrompt, "messages">): string {
  const turn = messages.filter(({ role }) => role === "user").length;
  const before = messages.filter(({ role }) => role !== "system" && role !== "developer").length - 1;
  const after = before > 0 ? `after ${before} ${before === 1 ? "message" : "messages"}` : "";
  return [turn > 0 ? `turn ${turn}` : "", after].filter(Boolean).join(", ");
}
