import { parseJson } from "@/lib/api/contract/scalars/json-text";
import { isJsonObject } from "@/lib/guard/json-object";
import { canonicalJson } from "@/service/evaluation/evaluation-runs/scorers/exact";
import { jsonOf, textOf } from "@/service/evaluation/evaluation-runs/scorers/value-at-path";
import { parseRef } from "@/service/kernel/json/refs";
import { callConditions } from "@/service/traces/store/calls/call-expression";
import { orderByStart } from "@/service/traces/store/calls/call-keys";
import { selectCalls } from "@/service/traces/store/calls/call-rows";
import type { Store } from "@/service/traces/store/engine/store";

/** The number of calls of a thread that are searched for results. */
const MAX_CALLS = 2_000;

/** The result that a tool gave in a recorded thread. */
export interface RecordedResult {
  /** Equal for calls of the same tool with the same arguments. */
  readonly key: string;
  readonly result: string;
}

const EXACT = { trim: false, fold_case: false };

/** Returns a text that is equal for calls of the same tool with the same arguments, whatever the order of their members. */
export function sameCall(name: string, argumentsText: string): string {
  const value = jsonOf(argumentsText === "" ? "{}" : argumentsText);
  return `${name} ${value === undefined ? argumentsText : canonicalJson(value, EXACT)}`;
}

type Found = Map<string, RecordedResult>;

/** Adds the results in messages by the ids of their calls: each request of a thread repeats the earlier ones. */
function addFromMessages(found: Found, messages: readonly unknown[]): void {
  const asked = new Map<string, string>();
  for (const message of messages) {
    if (!isJsonObject(message)) continue;
    for (const call of Array.isArray(message.tool_calls) ? message.tool_calls : []) {
      const named = isJsonObject(call) && isJsonObject(call.function) ? call.function : null;
      if (named === null || !isJsonObject(call)) continue;
      asked.set(textOf(call.id ?? ""), sameCall(textOf(named.name ?? ""), textOf(named.arguments ?? "")));
    }
    const id = textOf(message.tool_call_id ?? "");
    const key = asked.get(id);
    if (message.role !== "tool" || key === undefined) continue;
    // Some programs number the calls of each message anew.
    found.set(`${id} ${key}`, { key, result: contentText(message.content) });
  }
}

function contentText(content: unknown): string {
  if (!Array.isArray(content)) return textOf(content ?? "");
  return content.map((part) => (isJsonObject(part) && typeof part.text === "string" ? part.text : "")).join("");
}

const nameOfOp = (opName: string): string => {
  const ref = parseRef(opName);
  return ref?.kind === "op" ? (ref.name.split(".").at(-1) ?? ref.name) : opName;
};

/**
 * Returns the results of tools in a recorded thread: those in the messages of its requests, and those of traced functions
 * that are named like a tool, where no message has the same call.
 *
 * @param tools the names of the tools
 */
export async function readRecordedResults(
  store: Store,
  { projectId, threadId, tools }: { projectId: string; threadId: string; tools: ReadonlySet<string> },
  signal: AbortSignal,
): Promise<readonly RecordedResult[]> {
  const selection = {
    projectId,
    conditions: callConditions({ filter: { thread_ids: [threadId] } }),
    order: orderByStart("asc"),
    limit: MAX_CALLS,
    offset: 0,
  };
  const said: Found = new Map();
  const traced: RecordedResult[] = [];
  const columns = ["inputs", "output"] as const;
  for await (const calls of selectCalls(store, selection, { columns, maxValueLength: null }, signal)) {
    for (const { op_name: opName, inputs: inputsText, output } of calls) {
      const inputs: unknown = parseJson(inputsText || "null");
      if (isJsonObject(inputs) && Array.isArray(inputs.messages)) addFromMessages(said, inputs.messages);
      const name = nameOfOp(opName);
      if (!tools.has(name) || !output) continue;
      const value: unknown = jsonOf(output);
      traced.push({ key: sameCall(name, inputsText ?? ""), result: typeof value === "string" ? value : output });
    }
  }
  const known = new Set([...said.values()].map(({ key }) => key));
  return [...said.values(), ...traced.filter(({ key }) => !known.has(key))];
}
