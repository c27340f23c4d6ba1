import { MAX_INLINE_TASKS } from "@/lib/api/contract/training-runs/training-run-limits";
import { isMembers, type Members } from "@/lib/json/value/members";
import type { Dictionary } from "@/lib/json/value/value-kind";

/** A prompt as a task of a run: the first message of the user, and the system message before it. */
interface PromptTask {
  readonly prompt: string;
  readonly system?: string;
  /** Other columns that the prompt had, such as the expected answer. */
  readonly columns?: Dictionary;
}

/** Prompts of existing answers, for a run that samples more of them. */
export interface PromptTasks {
  readonly tasks: readonly PromptTask[];
  /** Different prompts that make no task: those without a text of the user, and those beyond the limit of a run. */
  readonly leftOut: number;
}

const SYSTEM_ROLES: ReadonlySet<unknown> = new Set(["system", "developer"]);

/** Returns the content of a message as text; null where it has another part than text, and where it is empty. */
function textOf(content: unknown): string | null {
  const parts = Array.isArray(content) ? content : [content];
  const texts = parts.map((part) => (isMembers(part) && part.type === "text" ? part.text : part));
  const isText = texts.every((text) => typeof text === "string");
  const text = isText ? texts.join("\n\n") : "";
  return text.trim() === "" ? null : text;
}

/** Returns the task of a conversation up to its first answer; null without a text of the user. */
function taskOf(messages: readonly Members[]): PromptTask | null {
  const end = messages.findIndex((one) => one.role === "assistant" || isMembers(one.message));
  const asked = end < 0 ? messages : messages.slice(0, end);
  const prompt = textOf(asked.find(({ role }) => role === "user")?.content);
  const system = textOf(asked.find(({ role }) => SYSTEM_ROLES.has(role))?.content);
  if (prompt === null) return null;
  return system === null ? { prompt } : { prompt, system };
}

/**
 * Returns the tasks of conversations, each different one once. A run asks with a system message and one of the user: later
 * turns of the beginning of a conversation are left out of its task.
 *
 * @param conversations messages in OpenAI's form, with choices in place of sampled ones
 * @param columnsOf the other columns of the prompt of a conversation; null where there are none
 */
export function promptTasks(
  conversations: readonly (readonly Members[])[],
  columnsOf: (index: number) => Dictionary | null = () => null,
): PromptTasks {
  const tasks = new Map<string, PromptTask>();
  let withoutText = 0;
  for (const [index, messages] of conversations.entries()) {
    const task = taskOf(messages);
    if (task === null) {
      withoutText += 1;
      continue;
    }
    const key = JSON.stringify([task.system ?? null, task.prompt]);
    const columns = columnsOf(index) ?? tasks.get(key)?.columns;
    tasks.set(key, columns === undefined ? task : { ...task, columns });
  }
  const kept = [...tasks.values()].slice(0, MAX_INLINE_TASKS);
  return { tasks: kept, leftOut: withoutText + tasks.size - kept.length };
}
