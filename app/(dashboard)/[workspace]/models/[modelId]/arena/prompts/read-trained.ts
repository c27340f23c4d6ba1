import { readJsonLines } from "@/lib/api/client/json-lines";
import { failureOf, isAbort } from "@/lib/api/client/request-failure";
import { callOperation, openResponse } from "@/lib/api/client/service-client";
import { type ReadList, readPages } from "@/lib/stream/read-pages";
import { type PromptSourceAddress, readTrainedGroups, type TrainedBatch, threadIn } from "./read-prompts";

/** The training data of a model's checkpoints. */
export interface TrainedBatches extends ReadList<TrainedBatch> {
  /** The total number of trajectories; null when the service does not report it. */
  readonly trajectoryCount: number | null;
}

/** How a batch is read. The callback receives the thread of each trajectory; null for one without a thread. */
type OnThread = (threadId: string | null) => void;

const PAGE_SIZE = 100;
const MAX_JOBS = 10_000;
const MAX_CONCURRENT = 4;

/** Lists the data of all jobs that created a checkpoint, newest first. */
export async function listTrained(address: PromptSourceAddress, signal: AbortSignal): Promise<TrainedBatches> {
  const { connectionId, projectId, modelId } = address;
  const jobs = await readPages(
    (after) =>
      callOperation(connectionId, "trainingJobs.list", {
        body: { project_id: projectId, model_id: modelId, status: "completed", limit: PAGE_SIZE, order: "desc", after },
        signal,
      }),
    MAX_JOBS,
  );
  const items = jobs.items.flatMap(({ id, batch_id: batchId, step }) =>
    batchId === null ? [] : [{ batchId, jobId: id, step }],
  );
  return { items, hasMore: jobs.hasMore, trajectoryCount: await countOf(address, items, signal) };
}

async function countOf(
  { connectionId, modelId }: PromptSourceAddress,
  batches: readonly TrainedBatch[],
  signal: AbortSignal,
): Promise<number | null> {
  try {
    const { items } = await readPages(
      (after) =>
        callOperation(connectionId, "trajectories.batches", {
          body: { model_id: modelId, kind: "job", limit: PAGE_SIZE, after },
          signal,
        }),
      MAX_JOBS,
    );
    const counts = new Map(items.map(({ id, trajectory_count }) => [id, trajectory_count]));
    return batches.reduce((sum, { batchId }) => sum + (counts.get(batchId) ?? 0), 0);
  } catch (error) {
    if (isAbort(error)) throw error;
    // The count only serves the progress; the reading itself reports failures.
    return null;
  }
}

/**
 * Reads the thread id of every trajectory of a batch: as a stream, or one by one when the service has none.
 *
 * @throws RequestFailure, AbortError when stopped
 */
export async function readBatchThreads(
  address: PromptSourceAddress,
  batchId: string,
  onThread: OnThread,
  signal: AbortSignal,
): Promise<void> {
  try {
    await streamBatch(address, batchId, onThread, signal);
  } catch (error) {
    if (isAbort(error) || failureOf(error).kind !== "unsupported") throw error;
    await pageBatch(address, batchId, onThread, signal);
  }
}

interface Line {
  readonly trajectory?: { readonly metadata?: Readonly<Record<string, unknown>> | null } | null;
}

async function streamBatch(
  { connectionId }: PromptSourceAddress,
  batchId: string,
  onThread: OnThread,
  signal: AbortSignal,
): Promise<void> {
  const answer = await openResponse(connectionId, "trajectories.stream", { body: { batch_id: batchId }, signal });
  const threadOf = (value: unknown) => threadIn((value as Line).trajectory?.metadata);
  const { end, badLines } = await readJsonLines(
    answer,
    threadOf,
    (ids) => {
      for (const id of ids) onThread(id);
    },
    undefined,
    // Only an id is read from each line: digits of numbers do not matter.
    (text) => JSON.parse(text),
  );
  if (signal.aborted) throw new DOMException("stopped", "AbortError");
  if (end.kind === "cut-short") throw new Error(`The response ended early: ${end.reason}`);
  if (badLines.length > 0) throw new Error(`Could not read line ${badLines[0]?.line} of the response.`);
}

async function pageBatch(
  address: PromptSourceAddress,
  batchId: string,
  onThread: OnThread,
  signal: AbortSignal,
): Promise<void> {
  let after: string | null = null;
  for (let hasMore = true; hasMore; ) {
    const page: Awaited<ReturnType<typeof readTrainedGroups>> = await readTrainedGroups(
      address,
      batchId,
      signal,
      after,
    );
    const waiting = page.data.flatMap(({ index, trajectory_count: count }) =>
      Array.from({ length: count }, (_, trajectory) => ({ batch_id: batchId, group: index, trajectory })),
    );
    const work = async () => {
      for (let body = waiting.shift(); body; body = waiting.shift()) {
        const read = await callOperation(address.connectionId, "trajectories.read", { body, signal });
        onThread(threadIn(read.trajectory.metadata));
      }
    };
    await Promise.all(Array.from({ length: MAX_CONCURRENT }, work));
    after = page.data.at(-1)?.id ?? null;
    hasMore = page.has_more && after !== null;
  }
}
