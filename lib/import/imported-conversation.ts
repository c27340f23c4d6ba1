import { z } from "zod";
import { number } from "@/lib/api/contract/scalars/scalars";

const toolCall = z.looseObject({
  id: z.string().nullish(),
  function: z.looseObject({ name: z.string(), arguments: z.unknown().optional() }).nullish(),
});

const message = z.looseObject({
  role: z.string().min(1),
  content: z.unknown().optional(),
  name: z.string().nullish(),
  tool_calls: z.array(toolCall).nullish(),
  tool_call_id: z.string().nullish(),
});

const messages = z.array(message).min(1);

const id = z.union([z.string(), number]).nullish();

/** A recorded conversation: messages as OpenAI writes them under `traj` or `messages`, and its other data. */
const conversation = z
  .looseObject({
    traj: messages.optional(),
    messages: messages.optional(),
    task_id: id,
    trial: id,
    reward: number.nullish(),
    model: z.string().nullish(),
  })
  .refine(({ traj, messages }) => traj !== undefined || messages !== undefined, {
    error: "It has no messages (traj or messages).",
  });

export type Message = z.output<typeof message>;
type ToolCall = z.output<typeof toolCall>;

/** A tool call with its request and its result. */
export interface ToolStep {
  readonly kind: "tool";
  readonly index: number;
  readonly name: string;
  readonly request: ToolCall | null;
  readonly message: Message;
}

/** An answer of the model. */
export interface ModelStep {
  readonly kind: "model";
  readonly index: number;
  readonly message: Message;
}

/** The messages after one message of the user, up to the next. `user` is null for those before the first. */
export interface ImportedTurn {
  readonly user: Message | null;
  readonly steps: readonly (ModelStep | ToolStep)[];
}

export interface ImportedConversation {
  readonly taskId: string | number | null;
  readonly trial: string | number | null;
  readonly reward: number | null;
  readonly model: string | null;
  readonly messages: readonly Message[];
  readonly turns: readonly ImportedTurn[];
  /** All other members, unchanged. */
  readonly rest: Readonly<Record<string, unknown>>;
}

/** Returns whether a value looks like a conversation, so that an error in it can be reported as one. */
export function isConversationLike(value: unknown): boolean {
  return typeof value === "object" && value !== null && ("traj" in value || "messages" in value);
}

/**
 * The tool call that a result answers: by its id, else the first unanswered one of that name, else the first unanswered
 * one.
 */
function takeToolRequest(open: ToolCall[], { tool_call_id, name }: Message): ToolCall | null {
  let at = tool_call_id ? open.findIndex((call) => call.id === tool_call_id) : -1;
  if (at < 0 && name) at = open.findIndex((call) => call.function?.name === name);
  if (at < 0 && !tool_call_id && !name) at = 0;
  return at < 0 ? null : (open.splice(at, 1)[0] ?? null);
}

function turnsOf(messages: readonly Message[]): ImportedTurn[] {
  const turns: { user: Message | null; steps: (ModelStep | ToolStep)[] }[] = [];
  const open: ToolCall[] = [];
  for (const [index, message] of messages.entries()) {
    if (message.role === "system" || message.role === "developer") continue;
    if (message.role === "user") {
      turns.push({ user: message, steps: [] });
      continue;
    }
    if (turns.length === 0) turns.push({ user: null, steps: [] });
    const steps = turns.at(-1)?.steps ?? [];
    if (message.role === "tool" || message.role === "function") {
      const request = takeToolRequest(open, message);
      steps.push({ kind: "tool", index, name: message.name ?? request?.function?.name ?? "tool", request, message });
    } else {
      open.push(...(message.tool_calls ?? []));
      steps.push({ kind: "model", index, message });
    }
  }
  return turns;
}

/**
 * Reads a recorded conversation and splits it into turns.
 *
 * @throws ZodError when the value is not a conversation.
 */
export function parseConversation(value: unknown): ImportedConversation {
  const { traj, messages, task_id, trial, reward, model, ...rest } = conversation.parse(value);
  const all = traj ?? messages ?? [];
  return {
    taskId: task_id ?? null,
    trial: trial ?? null,
    reward: reward ?? null,
    model: model ?? null,
    messages: all,
    turns: turnsOf(all),
    rest,
  };
}
