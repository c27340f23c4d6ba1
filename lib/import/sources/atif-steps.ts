import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { isMembers, type Members } from "@/lib/json/value/members";
import { numberOf, objectOf, objectsIn, textOf, utcTime } from "./source-record";

/** A message as chats have it. */
type Message = Members & { readonly role: string; readonly content: unknown };

/** A step of a trajectory. */
export interface AtifStep {
  readonly record: Members;
  /** Names the step in its trajectory. */
  readonly key: string;
  readonly isAgent: boolean;
  readonly isCopied: boolean;
  /** Some of its content is in files beside the trajectory. */
  readonly hasFiles: boolean;
  readonly message: Message;
  /** Of the model, what it had not seen before: messages since its answer before, with results of tools. */
  readonly newMessages: readonly Message[];
  readonly tools: readonly { readonly call: Members; readonly result: Members | null }[];
  readonly startedAt: string;
  /** The beginning of the next step. */
  readonly endedAt: string;
  readonly isTimeInvented: boolean;
}

const ROLES: Readonly<Record<string, string>> = { agent: "assistant", user: "user", system: "system" };

const INVENTED_STEP_MS = 1000;

const isFile = (part: unknown): boolean => isMembers(part) && isMembers(part.source);

/** A file beside the trajectory stays as its path or address. */
function contentOf(value: unknown): unknown {
  if (!Array.isArray(value)) return value ?? null;
  return value.map((part) =>
    isMembers(part) && isFile(part)
      ? { type: "file", file: { filename: textOf(objectOf(part, "source"), "path") } }
      : part,
  );
}

function messageOf(step: Members, isAgent: boolean): Message {
  const source = textOf(step, "source") ?? "user";
  const reasoning = textOf(step, "reasoning_content");
  const calls = objectsIn(step.tool_calls).map((call) => ({
    id: textOf(call, "tool_call_id"),
    type: "function",
    function: { name: textOf(call, "function_name") ?? "tool", arguments: stringifyJson(call.arguments ?? {}) },
  }));
  return {
    role: ROLES[source] ?? source,
    content: contentOf(step.message),
    ...(reasoning === null ? {} : { reasoning_content: reasoning }),
    ...(isAgent && calls.length > 0 ? { tool_calls: calls } : {}),
  };
}

/** What a step saw, as messages: results of tools, and results that no call asked for. */
function observed(step: Members): Message[] {
  return objectsIn(objectOf(step, "observation").results).map((result) => {
    const callId = textOf(result, "source_call_id");
    return { role: "tool", content: contentOf(result.content), ...(callId === null ? {} : { tool_call_id: callId }) };
  });
}

function toolsOf(step: Members): AtifStep["tools"] {
  const results = objectsIn(objectOf(step, "observation").results);
  return objectsIn(step.tool_calls).map((call) => {
    const id = textOf(call, "tool_call_id");
    const found = results.find((result) => id !== null && textOf(result, "source_call_id") === id);
    return { call, result: found ? { ...found, content: contentOf(found.content) } : null };
  });
}

/** The times at which steps began: those that are missing are that of the step before. */
function startsOf(
  steps: readonly Members[],
  fromMs: number,
): { readonly startedMs: readonly number[]; readonly areInvented: boolean } {
  const given = steps.map((step) => utcTime(step.timestamp)).map((time) => (time === null ? null : Date.parse(time)));
  const first = given.find((time) => time !== null);
  if (first === undefined)
    return { startedMs: steps.map((_, at) => fromMs + at * INVENTED_STEP_MS), areInvented: true };
  let lastMs = first ?? fromMs;
  const startedMs = given.map((time) => {
    lastMs = time ?? lastMs;
    return lastMs;
  });
  return { startedMs, areInvented: false };
}

const hasFile = (value: unknown): boolean => Array.isArray(value) && value.some(isFile);

/**
 * Returns the steps of a trajectory.
 *
 * @param fromMs the beginning of a trajectory without times
 */
export function stepsOf(trajectory: Members, fromMs: number): readonly AtifStep[] {
  const records = objectsIn(trajectory.steps);
  const { startedMs, areInvented } = startsOf(records, fromMs);
  const steps: AtifStep[] = [];
  let newMessages: Message[] = [];
  for (const [at, record] of records.entries()) {
    const isAgent = record.source === "agent";
    const message = messageOf(record, isAgent);
    const began = startedMs[at] ?? fromMs;
    const results = objectsIn(objectOf(record, "observation").results);
    steps.push({
      ...{ record, isAgent, message, newMessages, tools: toolsOf(record) },
      key: String(numberOf(record.step_id) ?? `at ${at}`),
      isCopied: record.is_copied_context === true,
      hasFiles: hasFile(record.message) || results.some(({ content }) => hasFile(content)),
      startedAt: new Date(began).toISOString(),
      // Clocks of several machines may differ: no step ends before it begins.
      endedAt: new Date(Math.max(began, startedMs[at + 1] ?? began)).toISOString(),
      isTimeInvented: areInvented,
    });
    const isAnswer = isAgent && record.is_copied_context !== true;
    newMessages = [...(isAnswer ? [] : [...newMessages, message]), ...observed(record)];
  }
  return steps;
}
