import { agentVersions, samplePrices } from "./agent-versions";
import { removeSample } from "./remove-sample";
import type { SampleCall } from "./sample-call";
import { createEvaluations } from "./sample-evaluation";
import { agentValue, datasetRows, datasetValue, opOfVersion, promptValue, sampleOps } from "./sample-objects";
import { SAMPLE_FIGURES, type SampleRefs, type SampleSpec } from "./sample-project";
import { type SamplePublisher, samplePublisher } from "./sample-publisher";
import { readRecord, writeRecord } from "./sample-record";
import { createReviews, MAX_REVIEWABLE_THREADS, type ReviewableThread } from "./sample-review";
import type { SampleService } from "./sample-service";
import { type SampleFeedback, type SampleThread, sampleThreads, TRIALS_PER_CASE } from "./sample-threads";
import { evaluateBase, startTraining } from "./sample-training";

/** Entries of a batch of calls: a megabyte or two, and several steps of the progress. */
const BATCH_ENTRIES = 1_000;

const FEEDBACK_PER_BATCH = 500;

export interface SampleProgress {
  readonly calls: number;
  readonly threads: number;
}

export interface CreateSampleOptions {
  readonly spec: SampleSpec;
  readonly onProgress?: (progress: SampleProgress) => void;
  readonly signal?: AbortSignal;
}

/** Stores the ops, the prompt, the agent and the dataset, and returns the refs for the calls. */
async function createObjects(
  service: SampleService,
  publisher: SamplePublisher,
  spec: SampleSpec,
): Promise<SampleRefs> {
  const { projectId } = spec;
  const ops = new Map<string, string>();
  for (const { name, code, since } of sampleOps) ops.set(`${name} ${since}`, await publisher.op(name, code));
  const agents = new Map<string, string>();
  // In the order of the versions: the last published one is the latest.
  for (const version of agentVersions) {
    const prompt = await publisher.object("airline_prompt", promptValue(version));
    agents.set(version.name, await publisher.object("airline_agent", agentValue(version, prompt)));
  }
  const rows = datasetRows(spec, SAMPLE_FIGURES.tableRows);
  const table = await service.call("table.create", { table: { project_id: projectId, rows } });
  await publisher.object("airline_cases", datasetValue(`weave:///${projectId}/table/${table.digest}`));
  return {
    op: (name, version) => {
      const op = opOfVersion(name, version);
      return op ? (ops.get(`${op.name} ${op.since}`) ?? null) : null;
    },
    agent: (version) => agents.get(version) ?? "",
  };
}

const WEEK_MS = 7 * 24 * 3_600_000;

/** Sets prices that take effect before the first call. Existing prices stay. */
async function createPrices(service: SampleService, { projectId, endedAtMs }: SampleSpec): Promise<void> {
  const { results } = await service.call("cost.query", { project_id: projectId, fields: ["llm_id"] });
  const priced = new Set(results.map(({ llm_id }) => llm_id));
  const missing = Object.entries(samplePrices).filter(([model]) => !priced.has(model));
  if (missing.length === 0) return;
  const effectiveDate = new Date(endedAtMs - 2 * WEEK_MS).toISOString();
  const costs = missing.map(([model, { prompt, completion, provider }]) => [
    model,
    {
      prompt_token_cost: prompt,
      completion_token_cost: completion,
      effective_date: effectiveDate,
      provider_id: provider,
    },
  ]);
  await service.call("cost.create", { project_id: projectId, costs: Object.fromEntries(costs) });
}

/** A batch of complete conversations: a stored part of a sample is always complete. */
interface CallBatch {
  readonly threads: number;
  readonly calls: number;
  readonly entries: SampleCall[number][];
}

/** The attribute of conversations that are reviewed. */
const REVIEWED_AGENT = JSON.stringify({ version: "v3" });

/** Parts of conversations that are sent once all calls are stored. */
class SampleLeftovers {
  readonly feedback: SampleFeedback[] = [];
  readonly reviewable: ReviewableThread[] = [];
  #threads = 0;

  /** Collects the feedback of a conversation, and the conversation itself if people should review it. */
  add({ threadId, calls, feedback, reward }: SampleThread): void {
    this.feedback.push(...feedback);
    const isFirstTrial = this.#threads % TRIALS_PER_CASE === 0;
    this.#threads += 1;
    const turn = calls.findLast(([{ req }]) => req.start.parent_id === null)?.[0].req.start;
    const agent = JSON.stringify(turn?.attributes.agent);
    if (!isFirstTrial || turn?.id == null || agent !== REVIEWED_AGENT) return;
    if (this.reviewable.length === MAX_REVIEWABLE_THREADS) return;
    this.reviewable.push({ threadId, callId: turn.id, isSolved: reward === 1 });
  }
}

/** Puts the conversations into batches, and collects what is sent when all calls are stored. */
function* callBatches(spec: SampleSpec, refs: SampleRefs, leftovers: SampleLeftovers): Generator<CallBatch> {
  let threads = 0;
  let entries: SampleCall[number][] = [];
  for (const thread of sampleThreads(spec, refs)) {
    threads += 1;
    for (const call of thread.calls) entries.push(...call);
    leftovers.add(thread);
    if (entries.length < BATCH_ENTRIES) continue;
    yield { threads, calls: entries.length / 2, entries };
    [threads, entries] = [0, []];
  }
  if (entries.length > 0) yield { threads, calls: entries.length / 2, entries };
}

/** While one batch is being stored the next one is already being sent: the relay and the service work in parallel. */
async function sendCalls(
  service: SampleService,
  batches: Iterable<CallBatch>,
  { onProgress, signal }: CreateSampleOptions,
): Promise<SampleProgress> {
  let progress: SampleProgress = { calls: 0, threads: 0 };
  const send = async ({ calls, threads, entries }: CallBatch) => {
    await service.call("call.upsertBatch", { batch: entries });
    progress = { calls: progress.calls + calls, threads: progress.threads + threads };
    onProgress?.(progress);
  };
  let before: Promise<void> = Promise.resolve();
  for (const batch of batches) {
    signal?.throwIfAborted();
    const sent = send(batch);
    sent.catch(() => {}); // Its failure is handled when it is awaited; until then it must not be "unhandled".
    await before;
    before = sent;
  }
  await before;
  return progress;
}

async function sendFeedback(service: SampleService, feedback: readonly SampleFeedback[], signal?: AbortSignal) {
  for (let from = 0; from < feedback.length; from += FEEDBACK_PER_BATCH) {
    signal?.throwIfAborted();
    await service.call("feedback.createBatch", { batch: feedback.slice(from, from + FEEDBACK_PER_BATCH) });
  }
}

/**
 * Creates the sample project. If one already exists, or its creation was interrupted, the same sample is sent again,
 * which adds only what is missing; an interrupted deletion is finished first, and another sample is created then.
 *
 * @throws the service's rejection, and AbortError when stopped; sent parts stay, and are not sent twice.
 */
export async function createSample(service: SampleService, options: CreateSampleOptions): Promise<SampleProgress> {
  const { projectId } = options.spec;
  let storedRecord = await readRecord(service, projectId);
  if (storedRecord?.state === "removing") {
    await removeSample(service, projectId);
    storedRecord = null;
  }
  const { seed, endedAtMs, threadCount } = storedRecord ?? options.spec;
  const spec = { projectId, seed, endedAtMs, threadCount, trainingSteps: options.spec.trainingSteps };
  await writeRecord(service, projectId, { state: "making", seed, endedAtMs, threadCount });
  const publisher = samplePublisher(service, projectId);
  const refs = await createObjects(service, publisher, spec);
  await createPrices(service, spec);
  // This comes before the calls, so that the service trains while they are sent.
  const { trainer, review } = service;
  const training = trainer ? await startTraining(service, trainer, spec, options.signal) : null;
  const leftovers = new SampleLeftovers();
  const progress = await sendCalls(service, callBatches(spec, refs, leftovers), options);
  await sendFeedback(service, leftovers.feedback, options.signal);
  const answers = await createEvaluations(service, publisher, spec);
  options.signal?.throwIfAborted();
  if (review) await createReviews({ service, review, publisher, spec }, leftovers.reviewable, answers);
  if (training) await evaluateBase(service, training, options.signal);
  await writeRecord(service, projectId, { state: "made", seed, endedAtMs, threadCount });
  return progress;
}
