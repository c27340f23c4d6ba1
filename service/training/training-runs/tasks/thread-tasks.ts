import { parseJson } from "@/lib/api/contract/scalars/json-text";
import { isJsonObject } from "@/lib/guard/json-object";
import { settingsError } from "@/service/evaluation/evaluation-runs/trials/run-rows";
import { callConditions } from "@/service/traces/store/calls/call-expression";
import { orderByStart } from "@/service/traces/store/calls/call-keys";
import { selectCalls } from "@/service/traces/store/calls/call-rows";
import type { Store } from "@/service/traces/store/engine/store";
import type { TaskValues } from "@/service/training/training-runs/records/run-records";

/** The number of calls at the start of a thread that are searched for its first message. */
const MAX_FIRST_CALLS = 20;

/** Members of inputs that usually contain a user's message. */
const WORDS = ["prompt", "question", "input", "message", "query", "text", "user_message"] as const;

interface FirstMessages {
  readonly prompt: string;
  readonly system: string | null;
}

function textOf(content: unknown): string | null {
  if (typeof content === "string") return content.trim() === "" ? null : content;
  if (!Array.isArray(content)) return null;
  const texts = content.flatMap((part) => (isJsonObject(part) && typeof part.text === "string" ? [part.text] : []));
  return texts.length === 0 ? null : texts.join("\n");
}

/** Returns the first messages of a conversation; null when the inputs of this call have none. */
function firstMessages(inputs: unknown): FirstMessages | null {
  if (!isJsonObject(inputs)) return null;
  const { messages } = inputs;
  if (Array.isArray(messages)) {
    const said = messages.filter(isJsonObject);
    const user = said.find(({ role }) => role === "user");
    const prompt = textOf(user?.content);
    if (prompt === null) return null;
    const system = said.find(({ role }) => role === "system" || role === "developer");
    return { prompt, system: textOf(system?.content) };
  }
  for (const name of WORDS) {
    const prompt = Object.hasOwn(inputs, name) ? textOf(inputs[name]) : null;
    if (prompt !== null) return { prompt, system: null };
  }
  return null;
}

async function readThread(store: Store, projectId: string, threadId: string, signal: AbortSignal) {
  const selection = {
    projectId,
    conditions: callConditions({ filter: { thread_ids: [threadId] } }),
    order: orderByStart("asc"),
    limit: MAX_FIRST_CALLS,
    offset: 0,
  };
  let found: FirstMessages | null = null;
  for await (const calls of selectCalls(store, selection, { columns: ["inputs"], maxValueLength: null }, signal)) {
    for (const { inputs } of calls) {
      const first = firstMessages(parseJson(inputs || "null"));
      // A request to a model also has the system prompt, which the turn above it lacks.
      if (first?.system) return first;
      found ??= first;
    }
  }
  return found;
}

/**
 * Returns a task for each thread: its first user message as `prompt`, its system prompt as `system`, and its id.
 *
 * @throws ValidationError naming the thread that has no such message
 */
export async function readThreadTasks(
  store: Store,
  projectId: string,
  threadIds: readonly string[],
  signal: AbortSignal,
): Promise<TaskValues[]> {
  const tasks: TaskValues[] = [];
  for (const [index, threadId] of threadIds.entries()) {
    const first = await readThread(store, projectId, threadId, signal);
    if (first === null)
      throw settingsError(
        ["tasks", "thread_ids", index],
        `The thread ${threadId} has no message of a user, or does not exist`,
      );
    tasks.push({ prompt: first.prompt, system: first.system ?? "", thread_id: threadId });
  }
  return tasks;
}
