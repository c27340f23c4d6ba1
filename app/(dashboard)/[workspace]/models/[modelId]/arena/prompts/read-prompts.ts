import { callOperation, streamOperation } from "@/lib/api/client/service-client";
import type { Thread } from "@/lib/api/contract/calls/threads";
import type { ResultOf } from "@/lib/api/contract/operations";
import { readConversations } from "@/lib/training/conversations/read-conversations";
import { readTrajectory } from "@/lib/training/trajectories/collect-trajectories";
import { type ArenaPrompt, promptSource, threadPromptId, trajectoryPromptId } from "./arena-prompt";
import { type ReplyPosition, truncateConversation } from "./prepare-prompts";

/** The source of prompts, and the model whose training data they are checked against. */
export interface PromptSourceAddress {
  readonly connectionId: string;
  readonly projectId: string;
  readonly modelId: string;
}

/** The data of a job that created a checkpoint. */
export interface TrainedBatch {
  readonly batchId: string;
  readonly jobId: string;
  /** The step of its checkpoint. */
  readonly step: number | null;
}

export type TrainedGroup = ResultOf<"trajectories.groups">["data"][number];

const PAGE_SIZE = 100;

/** The training data of a model's checkpoints, newest first. */
export async function readTrainedBatches(
  address: PromptSourceAddress,
  signal: AbortSignal,
): Promise<readonly TrainedBatch[]> {
  const { connectionId, projectId, modelId } = address;
  const { data } = await callOperation(connectionId, "trainingJobs.list", {
    body: { project_id: projectId, model_id: modelId, status: "completed", limit: PAGE_SIZE, order: "desc" },
    signal,
  });
  return data.flatMap(({ id, batch_id, step }) => (batch_id === null ? [] : [{ batchId: batch_id, jobId: id, step }]));
}

/** Groups of a batch, the first ones or those after another. */
export async function readTrainedGroups(
  { connectionId }: PromptSourceAddress,
  batchId: string,
  signal: AbortSignal,
  after: string | null = null,
) {
  const body = { batch_id: batchId, limit: PAGE_SIZE, after };
  return callOperation(connectionId, "trajectories.groups", { body, signal });
}

/** The prompt of a trajectory; null when it has nothing to send. */
export async function readTrajectoryPrompt(
  { connectionId }: PromptSourceAddress,
  { batchId, group, trajectory, step }: { batchId: string; group: number; trajectory: number; step: number | null },
  at: ReplyPosition,
  signal: AbortSignal,
): Promise<ArenaPrompt | null> {
  const read = await callOperation(connectionId, "trajectories.read", {
    body: { batch_id: batchId, group, trajectory },
    signal,
  });
  const { messages_and_choices: items, tools, metadata } = read.trajectory;
  const cut = truncateConversation(items, at);
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

/** The thread that a trajectory was created from, by its metadata. */
export function threadIn(metadata: Readonly<Record<string, unknown>> | null | undefined): string | null {
  const id = metadata?.thread_id;
  return typeof id === "string" && id !== "" ? id : null;
}

/** The prompts of threads, in their order; threads without a model call are omitted. */
export async function readThreadPrompts(
  { connectionId, projectId }: PromptSourceAddress,
  ids: readonly string[],
  at: ReplyPosition,
  signal: AbortSignal,
): Promise<readonly ArenaPrompt[]> {
  const prompts: ArenaPrompt[] = [];
  for await (const { rows } of readConversations({ connectionId, projectId, signal }, { kind: "threads", ids })) {
    for (const row of rows) {
      const { messages_and_choices: items, tools, metadata } = await readTrajectory(row);
      const cut = Array.isArray(items) ? truncateConversation(items, at) : null;
      const threadId = threadIn(metadata as Readonly<Record<string, unknown>> | undefined);
      if (cut === null || threadId === null) continue;
      prompts.push({
        id: threadPromptId(threadId, cut.messages.length),
        threadId,
        messages: [...cut.messages],
        tools: Array.isArray(tools) && tools.length > 0 ? tools : null,
        expected: cut.expected,
        // The training data is read separately: see `TrainedReading.marked`.
        isSeen: null,
        seenSince: null,
      });
    }
  }
  return prompts;
}

/** The most recently updated threads of the project. */
export async function readThreads(
  { connectionId, projectId }: PromptSourceAddress,
  signal: AbortSignal,
): Promise<readonly Thread[]> {
  const threads: Thread[] = [];
  const sort_by = [{ field: "last_updated", direction: "desc" as const }];
  const body = { project_id: projectId, sort_by, limit: 200 };
  const { end } = await streamOperation(connectionId, "threads.streamQuery", { body, signal }, (rows) => {
    threads.push(...rows);
  });
  if (end.kind === "cut-short") throw new Error(`The response ended early: ${end.reason}`);
  return threads;
}

/** Reads the prompts named in a URL; those that no longer exist are omitted. */
export async function readPromptsByIds(
  address: PromptSourceAddress,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<readonly ArenaPrompt[]> {
  const batches = ids.some((id) => promptSource(id).kind === "trajectory")
    ? await readTrainedBatches(address, signal)
    : [];
  const prompts: ArenaPrompt[] = [];
  for (const id of ids) {
    const source = promptSource(id);
    if (source.kind === "trajectory") {
      const step = batches.find(({ batchId }) => batchId === source.batchId)?.step ?? null;
      const read = await readTrajectoryPrompt(address, { ...source, step }, source.messageCount, signal);
      if (read !== null) prompts.push(read);
    } else if (source.kind === "thread") {
      prompts.push(...(await readThreadPrompts(address, [source.threadId], source.messageCount, signal)));
    }
  }
  return prompts;
}
