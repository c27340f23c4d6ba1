import { parseJson, plainNumber } from "@/lib/api/contract/scalars/json-text";
import { isMembers, type Members } from "@/lib/json/value/members";

/** A conversation that the library verifiers saved. */
export interface SavedRollout {
  /** In OpenAI's form. */
  readonly messages: readonly Members[];
  /** Whether the model of the rollout generated the message with the same index; others were given to it. */
  readonly isSampled: readonly boolean[];
  readonly tools: readonly unknown[] | undefined;
  /** Undefined when the rollout was not scored. */
  readonly reward: unknown;
  readonly metrics: Members | undefined;
  /** Equal for rollouts of one task. */
  readonly taskId: string | number | null;
  /** All other members. */
  readonly rest: Members;
}

/**
 * Returns the rollouts of one line of a file: one of `results.jsonl`, or all of an episode of `traces.jsonl`, where each
 * path from a first to a last message is one. Null when the value is neither.
 */
export function savedRollouts(value: unknown): SavedRollout[] | null {
  if (!isMembers(value)) return null;
  if (isResult(value)) return [rolloutOfResult(value)];
  if (isTrace(value)) return rolloutsOfTrace(value, {});
  const { traces, ...episode } = value;
  if (!Array.isArray(traces) || traces.length === 0 || !traces.every(isTrace)) return null;
  return traces.flatMap((trace) => rolloutsOfTrace(trace, episode));
}

type Trace = Members & { readonly nodes: readonly Node[] };
type Node = Members & { readonly message: Members };

const isMessage = (value: unknown): value is Members => isMembers(value) && typeof value.role === "string";
const isMessages = (value: unknown): value is readonly Members[] =>
  Array.isArray(value) && value.length > 0 && value.every(isMessage);

/** Texts alone are also columns of ordinary tables; with a reward they are a rollout of a completion model. */
function isResult({ prompt, completion, reward }: Members): boolean {
  if (!isMessages(prompt) && typeof prompt !== "string") return false;
  return isMessages(completion) || (typeof completion === "string" && typeof plainNumber(reward) === "number");
}

function isTrace(value: unknown): value is Trace {
  if (!isMembers(value) || !Array.isArray(value.nodes) || value.nodes.length === 0) return false;
  return value.nodes.every((node: unknown) => isMembers(node) && isMessage(node.message));
}

function rolloutOfResult(value: Members): SavedRollout {
  const { prompt, completion, reward, metrics, tools, ...rest } = value;
  const given = messagesOf(prompt, "user");
  const sampled = messagesOf(completion, "assistant");
  return {
    messages: [...given, ...sampled],
    isSampled: [...given.map(() => false), ...sampled.map(({ role }) => role === "assistant")],
    tools: Array.isArray(tools) ? tools.map(openAiTool) : undefined,
    reward: reward ?? undefined,
    metrics: isMembers(metrics) ? metrics : undefined,
    taskId: idOf(value.example_id) ?? idOf(value.id),
    rest,
  };
}

function messagesOf(value: unknown, role: string): Members[] {
  if (isMessages(value)) return value.map(openAiMessage);
  return typeof value === "string" && value !== "" ? [{ role, content: value }] : [];
}

function rolloutsOfTrace(trace: Trace, episode: Members): SavedRollout[] {
  const { nodes, rewards, metrics, tools, ...rest } = trace;
  const parents = new Set(nodes.map(({ parent }) => plainNumber(parent)));
  const ends = nodes.flatMap((_, index) => (parents.has(index) ? [] : index));
  const task = isMembers(trace.task) ? trace.task : isMembers(episode.task) ? episode.task : {};
  const group = isMembers(episode.group) ? episode.group.id : undefined;
  const taskId = idOf(task.key) ?? idOf(task.hash) ?? idOf(group);
  return ends.map((end) => {
    const path = pathTo(nodes, end);
    const ownTools = Array.isArray(tools) && tools.length > 0 ? tools : path[0]?.tools;
    return {
      messages: path.map(({ message }) => openAiMessage(message)),
      isSampled: path.map(({ sampled, message }) => sampled === true && message.role === "assistant"),
      tools: Array.isArray(ownTools) ? ownTools.map(openAiTool) : undefined,
      reward: rewardOf(rewards),
      metrics: isMembers(metrics) ? metrics : undefined,
      taskId,
      rest: {
        ...rest,
        ...(taskId === null ? {} : { task_id: taskId }),
        ...(episode.id === undefined ? {} : { episode_id: episode.id }),
      },
    };
  });
}

/** The messages from the first to this one; a circle ends at its first repetition. */
function pathTo(nodes: readonly Node[], end: number): Node[] {
  const path: Node[] = [];
  const seen = new Set<unknown>();
  for (let at: unknown = end; typeof at === "number" && !seen.has(at); ) {
    seen.add(at);
    const node = nodes[at];
    if (node === undefined) break;
    path.unshift(node);
    at = plainNumber(node.parent);
  }
  return path;
}

/** The weighted sum of the scores; undefined without any. */
function rewardOf(rewards: unknown): number | undefined {
  const scored = isMembers(rewards) ? Object.values(rewards).filter(isMembers) : [];
  const values = scored.flatMap(({ score, weight = 1 }) => {
    const [points, factor] = [plainNumber(score), plainNumber(weight)];
    return typeof points === "number" && typeof factor === "number" ? points * factor : [];
  });
  return values.length === 0 ? undefined : values.reduce((sum, one) => sum + one, 0);
}

function idOf(value: unknown): string | number | null {
  const plain = plainNumber(value);
  return typeof plain === "string" || typeof plain === "number" ? plain : null;
}

/** Some releases write tool calls as JSON text, others without the member `function`. */
function openAiMessage(message: Members): Members {
  const { tool_calls: calls, ...rest } = message;
  if (!Array.isArray(calls) || calls.length === 0) return calls === undefined || calls === null ? rest : message;
  return { ...rest, tool_calls: calls.map(openAiToolCall) };
}

function openAiToolCall(call: unknown): unknown {
  const plain = typeof call === "string" ? parsedOrText(call) : call;
  if (!isMembers(plain) || "function" in plain || typeof plain.name !== "string") return plain;
  const { id, type = "function", name, arguments: args, ...rest } = plain;
  return { id, type, function: { name, arguments: args }, ...rest };
}

function openAiTool(tool: unknown): unknown {
  if (!isMembers(tool) || "function" in tool || typeof tool.name !== "string") return tool;
  const { type: _type, namespace: _namespace, strict, ...rest } = tool;
  return { type: "function", function: { ...rest, ...(typeof strict === "boolean" ? { strict } : {}) } };
}

function parsedOrText(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    // Kept as it was saved: the check of the message names it.
    return text;
  }
}
