import { callApp } from "@/lib/api/client/app-client";
import { failureOf } from "@/lib/api/client/request-failure";
import {
  type PlanStorage,
  removeSubmittedPlan,
  type SubmittedPlan,
  storeSubmittedPlan,
  submittedPlansOf,
} from "./submitted-plans";

/** The job created from a plan, according to the dashboard; null too when the request fails. */
export async function jobOfPlan({ workspaceId, planId }: SubmittedPlan): Promise<string | null> {
  try {
    return (await callApp("lineage.planned", { workspaceId, planId })).jobId;
  } catch {
    // The original failure is the one that is shown.
    return null;
  }
}

/**
 * Makes sure that the dashboard has recorded the plan's job. Returns false on failure: the plan is kept for another
 * attempt.
 */
export async function confirmSubmittedPlan(storage: PlanStorage, plan: SubmittedPlan): Promise<boolean> {
  const { workspaceId, planId, jobId } = plan;
  try {
    const known = (await callApp("lineage.planned", { workspaceId, planId })).jobId;
    if (known === null && jobId !== null) await callApp("lineage.confirm", { workspaceId, planId, jobId });
    removeSubmittedPlan(storage, planId);
    return true;
  } catch (error) {
    // A plan that the dashboard does not have will not come back.
    if (failureOf(error).kind === "validation") removeSubmittedPlan(storage, planId);
    else storeSubmittedPlan(storage, plan);
    return false;
  }
}

/** Retries the jobs of a workspace whose responses arrived but were not recorded. Never throws. */
export async function confirmPendingLineages(storage: PlanStorage, workspaceId: string): Promise<void> {
  for (const plan of submittedPlansOf(storage, workspaceId))
    if (plan.jobId !== null) await confirmSubmittedPlan(storage, plan);
}

/** Returns the newest job that was sent from this browser without a response and has started anyway; null for none. */
export async function findUnconfirmedJob(storage: PlanStorage, workspaceId: string): Promise<SubmittedPlan | null> {
  for (const plan of submittedPlansOf(storage, workspaceId)) {
    if (plan.jobId !== null) continue;
    const jobId = await jobOfPlan(plan);
    if (jobId !== null) return { ...plan, jobId };
  }
  return null;
}
