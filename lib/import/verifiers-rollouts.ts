import { parseJson, plainNumber } from "@/lib/api/contract/scalars/json-text";
import { isMembers, type Members } from "@/lib/json/value/members";
import type { SavedTimes, TimeSpan } from "./conversation-times";

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
  /** Null where the file has no time of a clock. */
  readonly times: SavedTimes | null;
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

const isNumber = (value: unknown) => typeof plainNumber(value) === "number";
const isMessage = (value: unknown): value is Members => isMembers(value) && typeof value.role === "string";
const isMessages = (value: unknown): value is readonly Members[] =>
  Array.isArray(value) && value.length > 0 && value.every(isMessage);

/** Texts alone are also columns of ordinary tables; with a reward they are a rollout of a completion model. */
function isResult({ prompt, completion, reward }: Members): boolean {
  if (!isMessages(prompt) && typeof prompt !== "string") return false;
  // The reward is null where Python wrote NaN.
  return isMessages(completion) || (typeof completion === "string" && (reward === null || isNumber(reward)));
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
    times: timesOf(value.timing, new Map()),
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
    const indexes = pathTo(nodes, end);
    const path = indexes.flatMap((index) => nodes[index] ?? []);
    const ownTools = Array.isArray(tools) && tools.length > 0 ? tools : path[0]?.tools;
    return {
      messages: path.map(({ message }) => openAiMessage(message)),
      isSampled: path.map(({ sampled, message }) => sampled === true && message.role === "assistant"),
      tools: Array.isArray(ownTools) ? ownTools.map(openAiTool) : undefined,
      reward: rewardOf(rewards),
      metrics: isMembers(metrics) ? metrics : undefined,
      taskId,
      times: timesOf(trace.timing, requestTimes(trace.calls, indexes)),
      rest: {
        ...rest,
        ...(taskId === null ? {} : { task_id: taskId }),
        ...(episode.id === undefined ? {} : { episode_id: episode.id }),
      },
    };
  });
}

/** The indexes of the messages from the first to this one; a circle ends at its first repetition. */
function pathTo(nodes: readonly Node[], end: number): number[] {
  const path: number[] = [];
  const seen = new Set<unknown>();
  for (let at: unknown = end; typeof at === "number" && !seen.has(at); ) {
    seen.add(at);
    const node = nodes[at];
    if (node === undefined) break;
    path.unshift(at);
    at = plainNumber(node.parent);
  }
  return path;
}

/** Smaller numbers of seconds are not of a clock: some releases save those of a counter. */
const FIRST_CLOCK_S = 1e9;

/** Returns a time in milliseconds: seconds or milliseconds since 1970, or text, which is in UTC without a zone. */
function timeOf(value: unknown): number | null {
  if (typeof value === "string") {
    const timeMs = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/i.test(value) ? value : `${value}Z`);
    return Number.isNaN(timeMs) ? null : timeMs;
  }
  const plain = plainNumber(value);
  if (typeof plain !== "number" || !(plain >= FIRST_CLOCK_S)) return null;
  const timeMs = plain < FIRST_CLOCK_S * 100 ? plain * 1000 : plain;
  return Number.isNaN(new Date(timeMs).getTime()) ? null : Math.round(timeMs);
}

const numberIn = (members: Members, name: string): number | null => {
  const plain = plainNumber(members[name]);
  return typeof plain === "number" && Number.isFinite(plain) && plain >= 0 ? plain : null;
};

/** The times of a rollout: `generation` in `results.jsonl`, `agent` in `traces.jsonl`, or their durations. */
function timesOf(timing: unknown, messages: ReadonlyMap<number, TimeSpan>): SavedTimes | null {
  const known = [...messages.values()];
  const members = isMembers(timing) ? timing : {};
  const phases = [members.generation, members.agent].filter(isMembers);
  const [phase = {}] = phases;
  const startedMs =
    timeOf(members.start_time) ?? timeOf(members.start) ?? timeOf(phase.start) ?? known[0]?.startedMs ?? null;
  if (startedMs === null) return null;
  const durationMs =
    numberIn(members, "generation_ms") ??
    scaled(numberIn(phase, "duration") ?? numberIn(members, "generation") ?? numberIn(members, "agent"));
  const lastMs = known.length === 0 ? null : Math.max(...known.map(({ endedMs }) => endedMs));
  const endedMs = timeOf(phase.end) ?? (durationMs === null ? lastMs : startedMs + durationMs);
  return { startedMs, endedMs: endedMs === null ? null : Math.max(startedMs, Math.round(endedMs)), messages };
}

const scaled = (seconds: number | null) => (seconds === null ? null : seconds * 1000);

/** The times of the requests of a trace whose answers are on a path, by their index on it. */
function requestTimes(calls: unknown, path: readonly number[]): ReadonlyMap<number, TimeSpan> {
  const times = new Map<number, TimeSpan>();
  for (const call of Array.isArray(calls) ? calls : []) {
    const { node, time } = isMembers(call) ? call : {};
    const at = path.indexOf(Number(plainNumber(node)));
    const [startedMs, endedMs] = isMembers(time) ? [timeOf(time.start), timeOf(time.end)] : [null, null];
    if (at >= 0 && startedMs !== null && endedMs !== null && endedMs >= startedMs)
      times.set(at, { startedMs, endedMs });
  }
  return times;
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
