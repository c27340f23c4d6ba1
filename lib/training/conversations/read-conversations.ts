import { group } from "d3-array";
import { streamOperation } from "@/lib/api/client/service-client";
import type { Call, CallsFilter } from "@/lib/api/contract/calls/calls";
import { callKind, opLabel } from "@/lib/calls/call-facts";
import { countOf } from "@/lib/format/count";
import { isMembers, type Members } from "@/lib/json/value/members";
import { type Collected, TrajectoryCollector } from "@/lib/training/trajectories/collect-trajectories";
import type { ReadProblem } from "@/lib/training/trajectories/read-value";
import { conversationTrajectory, type ModelTurn, modelTurn } from "@/lib/training/trajectories/thread-trajectory";
import { originMembers, type TrajectoryOrigin } from "@/lib/training/trajectories/trajectory-origin";
import type { ProjectAddress } from "./conversation-source";
import { prepareModelTurn } from "./model-turn";
import { readCallFeedbackRewards } from "./read-call-feedback-rewards";

/** The result of reading some threads or traces. */
export interface ConversationsPart extends Collected {
  readonly problems: readonly ReadProblem[];
  readonly readCount: number;
}

/** Number of threads or traces read together: few enough to hold their last payloads in memory. */
const BATCH = 25;

/** The columns of calls that say which of them are turns of a model. */
export const FACTS = ["parent_id", "thread_id", "turn_id", "op_name", "started_at", "attributes"];
const PAYLOADS = [...FACTS, "inputs", "output"];

/** Reads the given calls with their payloads. A filter without ids would match everything. */
async function readFull(address: ProjectAddress, calls: readonly Call[]): Promise<Call[]> {
  return calls.length === 0 ? [] : readCalls(address, { call_ids: calls.map(({ id }) => id) }, PAYLOADS);
}

export async function readCalls(
  address: ProjectAddress,
  filter: CallsFilter,
  columns: readonly string[],
): Promise<Call[]> {
  const { connectionId, projectId, signal } = address;
  const body = {
    project_id: projectId,
    filter,
    columns: [...columns],
    sort_by: [{ field: "started_at", direction: "asc" as const }],
  };
  const calls: Call[] = [];
  const { end, badLines } = await streamOperation(connectionId, "calls.streamQuery", { body, signal }, (rows) => {
    calls.push(...rows);
  });
  if (end.kind === "stopped") throw new DOMException("stopped", "AbortError");
  if (end.kind === "cut-short") throw new Error(`The response ended early: ${end.reason}`);
  if (badLines.length > 0) {
    throw new Error(`${countOf(badLines.length, "call")} could not be read: ${badLines[0]?.reason ?? ""}`);
  }
  return calls;
}

/** The conversations to read: full threads, or the traces of selected calls. */
export type Conversations = {
  readonly kind: "threads" | "traces";
  readonly ids: readonly string[];
  /** Rewards that reviewers gave, by id. */
  readonly rewards?: Readonly<Record<string, number>>;
};

/**
 * Reads threads or traces as trajectories, a few at a time. Reads the last model call of each, whose input contains
 * everything before it; where it does not, all model calls.
 *
 * @throws RequestFailure, AbortError when stopped, Error when a response broke off
 */
export async function* readConversations(
  address: ProjectAddress,
  { kind, ids, rewards = {} }: Conversations,
): AsyncGenerator<ConversationsPart> {
  const collector = new TrajectoryCollector(kind);
  for (let at = 0; at < ids.length; at += BATCH) {
    const batch = ids.slice(at, at + BATCH);
    const filter = kind === "threads" ? { thread_ids: batch } : { trace_ids: batch };
    const calls = await readCalls(address, filter, FACTS);
    const byId = group(calls, (call) => (kind === "threads" ? call.thread_id : call.trace_id) ?? "");
    const last = await readTurns(
      address,
      [...byId.values()].flatMap((own) => own.filter(isModel).slice(-1)),
    );
    const ends = await readFull(address, calls.filter(isTrailing(byId, kind)));
    const feedback = await readCallFeedbackRewards(
      address,
      calls.map(({ id }) => id),
    );
    const problems: ReadProblem[] = [];
    for (const id of batch) {
      const own = byId.get(id) ?? [];
      const at = `${kind === "threads" ? "thread" : "trace"} ${id}`;
      const turns = await turnsOf(address, own, last);
      const trajectory = conversationTrajectory(
        turns,
        { ...factsOf(own, feedback, ends), ...(Object.hasOwn(rewards, id) && { review: { reward: rewards[id] } }) },
        at,
      );
      if (trajectory) collector.add(trajectory);
      else problems.push({ place: at, reason: reasonFor(own) });
    }
    yield { ...collector.flush(), problems, readCount: at + batch.length };
  }
}

/** Returns the traces of calls, each once. @throws the same as {@link readConversations} */
export async function tracesOf(address: ProjectAddress, callIds: readonly string[]): Promise<string[]> {
  if (callIds.length === 0) return [];
  const calls = await readCalls(address, { call_ids: [...callIds] }, ["trace_id"]);
  return [...new Set(calls.map(({ trace_id }) => trace_id))];
}

export const isModel = (call: Call) => callKind(call) === "llm";

export function reasonFor(calls: readonly Call[]): string {
  if (calls.length === 0) return "No calls found.";
  return calls.some(isModel) ? "Its model calls contain no messages." : "No model call found.";
}

/** Calls without a parent in the conversation that began after the last model call: the user's last messages. */
function isTrailing(byId: ReadonlyMap<string, readonly Call[]>, kind: Conversations["kind"]) {
  const ends = new Map([...byId].map(([id, calls]) => [id, calls.findLast(isModel)?.started_at ?? null]));
  return (call: Call) => {
    const end = ends.get((kind === "threads" ? call.thread_id : call.trace_id) ?? "");
    return end != null && !isModel(call) && call.started_at > end;
  };
}

export async function readTurns(address: ProjectAddress, calls: readonly Call[]): Promise<Map<string, ModelTurn>> {
  const fullCalls = await readFull(address, calls);
  return new Map(
    fullCalls.flatMap((call): [string, ModelTurn][] => {
      const turn = modelTurn(call) ?? prepareModelTurn(call.inputs, call.output);
      return turn === null ? [] : [[call.id, turn]];
    }),
  );
}

/** True if every answer of a model is in one of the turns. */
export async function turnsOf(
  address: ProjectAddress,
  calls: readonly Call[],
  last: ReadonlyMap<string, ModelTurn>,
): Promise<ModelTurn[]> {
  const models = calls.filter(isModel);
  const final = last.get(models.at(-1)?.id ?? "");
  const answeredCount =
    final === undefined ? 0 : final.prompt.filter(({ role }) => role === "assistant").length + final.answers.length;
  if (final !== undefined && answeredCount >= models.length) return [final];
  const turns = await readTurns(address, models);
  return models.flatMap(({ id }) => turns.get(id) ?? []);
}

function factsOf(calls: readonly Call[], feedback: ReadonlyMap<string, Members>, ends: readonly Call[]) {
  const [first] = calls;
  const own = new Set(calls.map(({ id }) => id));
  return {
    ids: first ? originMembers(originOfCall(first)) : {},
    attributes: Object.assign({}, ...calls.map(({ attributes }) => attributes)) as Members,
    feedback: Object.assign({}, ...calls.map(({ id }) => feedback.get(id))) as Members,
    trailing: ends.filter(({ id }) => own.has(id)).flatMap(trailingMessage),
  };
}

function originOfCall({ thread_id, trace_id }: Call): TrajectoryOrigin {
  return thread_id ? { kind: "thread", id: thread_id, table: null } : { kind: "trace", id: trace_id, table: null };
}

/** The message of a call after the last answer: a user turn, or a tool result. */
function trailingMessage(call: Call): Members[] {
  const inputs: Members = isMembers(call.inputs) ? call.inputs : {};
  if (callKind(call) === "tool") {
    const content = typeof call.output === "string" ? call.output : JSON.stringify(call.output ?? null);
    return [{ role: "tool", name: opLabel(call.op_name), content }];
  }
  return call.turn_id === call.id && typeof inputs.message === "string"
    ? [{ role: "user", content: inputs.message }]
    : [];
}
