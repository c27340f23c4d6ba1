import type { z } from "zod";
import type { OperationId, RequestOf, ResultOf } from "@/lib/api/contract/operations";
import type { trainingJobCreate } from "@/lib/api/contract/training/training-jobs";

/** The operations that creating a sample and deleting a project use, with a JSON body each. */
type SampleOperation =
  | "call.upsertBatch"
  | "calls.queryStats"
  | "calls.delete"
  | "objs.query"
  | "obj.read"
  | "obj.create"
  | "obj.delete"
  | "table.create"
  | "cost.query"
  | "cost.create"
  | "cost.purge"
  | "feedback.query"
  | "feedback.createBatch"
  | "feedback.purge"
  | "annotationQueues.create"
  | "models.create"
  | "models.list"
  | "trainingJobs.list"
  | "checkpointEvaluations.read"
  | "checkpointEvaluations.remove"
  | "checkpointEvaluations.set"
  | "checkpointEvaluations.start"
  | "evaluationRuns.list"
  | "evaluationRuns.stop"
  | "monitors.list"
  | "monitors.delete"
  | "issues.list"
  | "issues.delete"
  | "deployments.list"
  | "deployments.delete"
  | "budgets.list"
  | "budgets.delete"
  | "watches.list"
  | "watches.delete"
  | "watchChannels.list"
  | "watchChannels.delete"
  | "trainingRuns.list"
  | "trainingRuns.logged"
  | "trainingRuns.stop"
  | "trainingRuns.delete";

/** The requests of training whose body is not JSON. */
export interface SampleTrainer {
  /** Returns the base models that the service can train. */
  baseModels(): Promise<readonly string[]>;
  startJob(body: z.input<typeof trainingJobCreate>): Promise<void>;
  deleteModel(modelId: string): Promise<void>;
}

/** An item of a review queue. */
interface SampleItem {
  readonly id: string;
  readonly callId: string;
  readonly kind: "call" | "thread";
}

/** The requests of review queues whose path names the queue. */
export interface SampleReview {
  /** Returns the queues of a project. */
  queues(projectId: string): Promise<readonly { readonly id: string; readonly name: string }[]>;
  /** Adds items that the queue does not contain, and returns all its items. */
  addItems(
    projectId: string,
    queueId: string,
    added: { readonly callIds: readonly string[]; readonly threadIds: readonly string[] },
  ): Promise<readonly SampleItem[]>;
  /** Records that a person has reviewed an item. */
  complete(projectId: string, queueId: string, itemId: string, reviewer: string): Promise<void>;
  deleteQueue(projectId: string, queueId: string): Promise<void>;
}

/** A service, with any transport for its requests. Rejects when it refuses or cannot be reached. */
export interface SampleService {
  call<Id extends SampleOperation & OperationId>(id: Id, body: RequestOf<Id>): Promise<ResultOf<Id>>;
  /** Returns ids of calls of the project, up to a limit; only roots, or any. */
  callIds(projectId: string, areRootsOnly: boolean, limit: number): Promise<readonly string[]>;
  /** Stores a text as a file and returns its digest. */
  storeFile(projectId: string, name: string, text: string): Promise<string>;
  /** Null where the sample is stored without a trained model. */
  readonly trainer: SampleTrainer | null;
  /** Null if the sample is stored without review queues. */
  readonly review: SampleReview | null;
}
