import { callApp } from "@/lib/api/client/app-client";
import { failureOf, isAbort } from "@/lib/api/client/request-failure";
import { uploadOperation } from "@/lib/api/client/upload-operation";
import type { AppRequestOf } from "@/lib/api/contract/app/app-operations";
import type { TrainedTrajectory } from "@/lib/api/contract/app/lineage";
import { PLAN_HEADER, TRAINED_PER_REQUEST } from "@/lib/api/contract/app/lineage-limits";
import type { ErrorKind } from "@/lib/api/contract/errors/service-error";
import { confirmSubmittedPlan, jobOfPlan } from "@/lib/training/jobs/confirm-sent-plans";
import {
  type PlanStorage,
  removeSubmittedPlan,
  type SubmittedPlan,
  storeSubmittedPlan,
} from "@/lib/training/jobs/submitted-plans";

export interface JobSubmission {
  readonly workspace: { readonly id: string; readonly connectionId: string };
  readonly modelId: string;
  readonly trajectories: readonly TrainedTrajectory[];
  readonly body: Blob;
  readonly signal: AbortSignal;
  readonly onProgress: (sentBytes: number) => void;
  readonly storage: PlanStorage;
}

export interface SubmittedJob {
  readonly jobId: string;
  /** False while its sources are only planned; the next visit of a page of the job tries again. */
  readonly isLineageStored: boolean;
}

/** Failures after which it is unknown whether the service accepted the job. */
const UNCONFIRMED_KINDS: ReadonlySet<ErrorKind> = new Set(["unreachable", "unreadable", "upstream"]);

/** True when a failed request may still have started a job. */
export const isStartUncertain = (kind: ErrorKind) => UNCONFIRMED_KINDS.has(kind);

/**
 * Starts a job. Its sources are stored first, so that nothing is lost however this ends: the relay adds the job's id
 * when the service responds, even if the page no longer waits for it.
 *
 * @throws RequestFailure when the job was rejected, or no response arrived and no job is known; AbortError when stopped
 */
export async function sendJob(order: JobSubmission): Promise<SubmittedJob> {
  const { workspace, body, signal, storage } = order;
  // Before anything is sent: a job that was created is never reported as failed because code did not load.
  const { trainingJob } = await import("@/lib/api/contract/training/training-jobs");
  const planId = await planLineage(order);
  const plan: SubmittedPlan = { workspaceId: workspace.id, planId, jobId: null };
  storeSubmittedPlan(storage, plan);
  let sentBytes = 0;
  try {
    const answer = await uploadOperation(workspace.connectionId, "trainingJobs.create", {
      body,
      signal,
      headers: { [PLAN_HEADER]: planId },
      onProgress: (bytes) => {
        sentBytes = bytes;
        order.onProgress(bytes);
      },
    });
    const { id } = trainingJob.parse(answer);
    return { jobId: id, isLineageStored: await confirmSubmittedPlan(storage, { ...plan, jobId: id }) };
  } catch (error) {
    const isOut = isAbort(error) ? sentBytes >= body.size : isStartUncertain(failureOf(error).kind);
    if (!isOut) removeSubmittedPlan(storage, planId);
    if (!isOut || isAbort(error)) throw error;
    const jobId = await jobOfPlan(plan);
    if (jobId === null) throw error;
    removeSubmittedPlan(storage, planId);
    return { jobId, isLineageStored: true };
  }
}

async function planLineage({ workspace, modelId, trajectories, signal }: JobSubmission): Promise<string> {
  let id: string | null = null;
  for (let at = 0; id === null || at < trajectories.length; at += TRAINED_PER_REQUEST) {
    const part = trajectories.slice(at, at + TRAINED_PER_REQUEST);
    const input: AppRequestOf<"lineage.plan"> = {
      workspaceId: workspace.id,
      modelId,
      planId: id,
      trajectories: part,
    };
    ({ planId: id } = await callApp("lineage.plan", input, signal));
  }
  return id;
}
