import { z } from "zod";
import type { Members } from "@/lib/json/value/members";

const members = z.record(z.string(), z.unknown());

/** What every column is asked. */
export const arenaPrompt = z.object({
  /** Says where it comes from: see {@link promptSource}. */
  id: z.string(),
  threadId: z.string().nullable(),
  messages: z.array(members),
  tools: z.array(z.unknown()).nullable(),
  /** What was answered where it comes from, in words; null where that is not known or had none. */
  expected: z.string().nullable(),
  /** Whether a checkpoint of the model was trained on its conversation; null where that is not known. */
  isSeen: z.boolean().nullable(),
  /** Step of the first checkpoint that was. */
  seenSince: z.number().nullable(),
});

export type ArenaPrompt = z.infer<typeof arenaPrompt>;

/** More prompts do not fit an address, and are the work of a job of its own. */
export const MAX_PROMPTS = 60;

/** Where a prompt comes from, and how many messages of it are asked. */
export type PromptSource =
  | {
      readonly kind: "trajectory";
      readonly batchId: string;
      readonly group: number;
      readonly trajectory: number;
      readonly messageCount: number;
    }
  | { readonly kind: "thread"; readonly threadId: string; readonly messageCount: number }
  /** Written by hand: it is nowhere else. */
  | { readonly kind: "typed" };

const TRAJECTORY = /^r\.(\d+)\.(\d+)\.(\d+)\.(.+)$/s;
const THREAD = /^t\.(\d+)\.(.+)$/s;

/** What an id says; ids that say nothing are of prompts that were typed. */
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

/** The last thing that a person says in it; the last message where no person speaks. */
export function promptText({ messages }: Pick<ArenaPrompt, "messages">): string {
  const last = messages.findLast(({ role }) => role === "user") ?? messages.at(-1);
  return last ? messageContentText(last) : "";
}

/** The words of a message: its text, or the texts of its parts. */
export function messageContentText({ content }: Members): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.flatMap((part: unknown) => textOf(part)).join("\n\n");
}

function textOf(part: unknown): string[] {
  const text = typeof part === "object" && part !== null && "text" in part ? part.text : part;
  return typeof text === "string" ? [text] : [];
}

/** How far into its conversation a prompt asks: `turn 4, after 13 messages`. */
export function promptPositionText({ messages }: Pick<ArenaPrompt, "messages">): string {
  const turn = messages.filter(({ role }) => role === "user").length;
  const before = messages.filter(({ role }) => role !== "system" && role !== "developer").length - 1;
  const after = before > 0 ? `after ${before} ${before === 1 ? "message" : "messages"}` : "";
  return [turn > 0 ? `turn ${turn}` : "", after].filter(Boolean).join(", ");
}
