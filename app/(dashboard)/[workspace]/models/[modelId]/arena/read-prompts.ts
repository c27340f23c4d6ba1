import { readConversations } from "@/components/training/read-conversations";
import { callOperation, streamOperation } from "@/lib/api/client/service-client";
import type { ResultOf } from "@/lib/api/contract/operations";
import type { Thread } from "@/lib/api/contract/threads";
import { readTrajectory } from "@/lib/training/collect-trajectories";
import { type ArenaPrompt, promptSource, threadPromptId, trajectoryPromptId } from "./arena-prompt";
import { type AnswerPlace, cutConversation } from "./prepare-prompts";

/** Where prompts are read, and of which model it is asked whether it was trained on them. */
export interface PromptPlace {
  readonly connectionId: string;
  readonly projectId: string;
  readonly modelId: string;
}

/** The data of a job that made a checkpoint. */
export interface TrainedBatch {
  readonly batchId: string;
  readonly jobId: string;
  /** Of its checkpoint. */
  readonly step: number | null;
}

export type TrainedGroup = ResultOf<"trajectories.groups">["data"][number];

const PAGE_SIZE = 100;

/** What the checkpoints of a model were trained on, the newest first. */
export async function readTrainedBatches(place: PromptPlace, signal: AbortSignal): Promise<readonly TrainedBatch[]> {
  const { connectionId, projectId, modelId } = place;
  const { data } = await callOperation(connectionId, "trainingJobs.list", {
    body: { project_id: projectId, model_id: modelId, status: "completed", limit: PAGE_SIZE, order: "desc" },
    signal,
  });
  return data.flatMap(({ id, batch_id, step }) => (batch_id === null ? [] : [{ batchId: batch_id, jobId: id, step }]));
}

/** The first groups of a batch. */
export async function readTrainedGroups({ connectionId }: PromptPlace, batchId: string, signal: AbortSignal) {
  return callOperation(connectionId, "trajectories.groups", { body: { batch_id: batchId, limit: PAGE_SIZE }, signal });
}

/** The prompt of a trajectory; null when nothing is asked in it. */
export async function readTrajectoryPrompt(
  { connectionId }: PromptPlace,
  { batchId, group, trajectory, step }: { batchId: string; group: number; trajectory: number; step: number | null },
  at: AnswerPlace,
  signal: AbortSignal,
): Promise<ArenaPrompt | null> {
  const read = await callOperation(connectionId, "trajectories.read", {
    body: { batch_id: batchId, group, trajectory },
    signal,
  });
  const { messages_and_choices: items, tools, metadata } = read.trajectory;
  const cut = cutConversation(items, at);
  if (cut === null) return null;
  return {
    id: trajectoryPromptId(batchId, group, trajectory, cut.messages.length),
    threadId: threadIn(metadata),
    messages: [...cut.messages],
    tools: tools && tools.length > 0 ? tools : null,
    expected: cut.expected,
    isSeen: true,
    seenSince: step,
  };
}

function threadIn(metadata: Readonly<Record<string, unknown>> | null | undefined): string | null {
  const id = metadata?.thread_id;
  return typeof id === "string" && id !== "" ? id : null;
}

/** Threads that a model was trained on. */
export interface TrainedThreads {
  /** With the step of the first checkpoint that was. */
  readonly steps: ReadonlyMap<string, number | null>;
  /** Not when there were more trajectories than are read, or when they could not be read. */
  readonly isWhole: boolean;
}

/** More trajectories are not read to find their threads. */
const MOST_READ = 400;
const AT_ONCE = 4;

/** Reads which threads the trajectories of a model's jobs come from. */
export async function readTrainedThreads(place: PromptPlace, signal: AbortSignal): Promise<TrainedThreads> {
  const steps = new Map<string, number | null>();
  const batches = await readTrainedBatches(place, signal);
  let isWhole = batches.length < PAGE_SIZE;
  const waiting: { batchId: string; group: number; trajectory: number; step: number | null }[] = [];
  for (const { batchId, step } of batches) {
    const { data, has_more } = await readTrainedGroups(place, batchId, signal);
    if (has_more) isWhole = false;
    for (const { index, trajectory_count: count } of data) {
      for (let trajectory = 0; trajectory < count; trajectory += 1) {
        waiting.push({ batchId, group: index, trajectory, step });
      }
    }
  }
  if (waiting.length > MOST_READ) isWhole = false;
  const rows = waiting.slice(0, MOST_READ);
  const work = async () => {
    for (let row = rows.shift(); row; row = rows.shift()) {
      const { batchId, group, trajectory, step } = row;
      const body = { batch_id: batchId, group, trajectory };
      const read = await callOperation(place.connectionId, "trajectories.read", { body, signal });
      const threadId = threadIn(read.trajectory.metadata);
      // Batches come newest first: the oldest one that has it says since when.
      if (threadId !== null) steps.set(threadId, earlier(steps.get(threadId), step));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { steps, isWhole };
}

function earlier(before: number | null | undefined, step: number | null): number | null {
  if (before === undefined || before === null) return step;
  return step === null ? before : Math.min(before, step);
}

/** Prompts of threads, in their order; those without a call of a model are left out. */
export async function readThreadPrompts(
  { connectionId, projectId }: PromptPlace,
  ids: readonly string[],
  at: AnswerPlace,
  trained: TrainedThreads,
  signal: AbortSignal,
): Promise<readonly ArenaPrompt[]> {
  const prompts: ArenaPrompt[] = [];
  for await (const { rows } of readConversations({ connectionId, projectId, signal }, { kind: "threads", ids })) {
    for (const row of rows) {
      const { messages_and_choices: items, tools, metadata } = await readTrajectory(row);
      const cut = Array.isArray(items) ? cutConversation(items, at) : null;
      const threadId = threadIn(metadata as Readonly<Record<string, unknown>> | undefined);
      if (cut === null || threadId === null) continue;
      const isTrained = trained.steps.has(threadId);
      prompts.push({
        id: threadPromptId(threadId, cut.messages.length),
        threadId,
        messages: [...cut.messages],
        tools: Array.isArray(tools) && tools.length > 0 ? tools : null,
        expected: cut.expected,
        isSeen: isTrained ? true : trained.isWhole ? false : null,
        seenSince: trained.steps.get(threadId) ?? null,
      });
    }
  }
  return prompts;
}

/** The threads of the project that were written to last. */
export async function readThreads(
  { connectionId, projectId }: PromptPlace,
  signal: AbortSignal,
): Promise<readonly Thread[]> {
  const threads: Thread[] = [];
  const sort_by = [{ field: "last_updated", direction: "desc" as const }];
  const body = { project_id: projectId, sort_by, limit: 200 };
  const { end } = await streamOperation(connectionId, "threads.streamQuery", { body, signal }, (rows) => {
    threads.push(...rows);
  });
  if (end.kind === "cut-short") throw new Error(`The answer ended early: ${end.reason}`);
  return threads;
}

/** Reads the prompts that an address names; those that are gone are left out. */
export async function readNamedPrompts(
  place: PromptPlace,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<readonly ArenaPrompt[]> {
  const trained = await trainedOrUnknown(place, signal);
  const batches = ids.some((id) => promptSource(id).kind === "trajectory")
    ? await readTrainedBatches(place, signal)
    : [];
  const prompts: ArenaPrompt[] = [];
  for (const id of ids) {
    const source = promptSource(id);
    if (source.kind === "trajectory") {
      const step = batches.find(({ batchId }) => batchId === source.batchId)?.step ?? null;
      const read = await readTrajectoryPrompt(place, { ...source, step }, source.messageCount, signal);
      if (read !== null) prompts.push(read);
    } else if (source.kind === "thread") {
      prompts.push(...(await readThreadPrompts(place, [source.threadId], source.messageCount, trained, signal)));
    }
  }
  return prompts;
}

/** Where jobs or their data cannot be read, nobody knows what was trained on. */
export async function trainedOrUnknown(place: PromptPlace, signal: AbortSignal): Promise<TrainedThreads> {
  try {
    return await readTrainedThreads(place, signal);
  } catch (error) {
    if (signal.aborted) throw error;
    // Prompts can be asked without it: they are neither seen nor unseen then.
    return { steps: new Map(), isWhole: false };
  }
}
