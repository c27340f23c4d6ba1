import { callApp } from "@/lib/api/client/app-client";
import { failureOf } from "@/lib/api/client/request-failure";
import {
  type PlanStorage,
  removeSubmittedPlan,
  type SubmittedPlan,
  storeSubmittedPlan,
  submittedPlansOf,
} from "./submitted-plans";

/** The job that came of a plan, as far as the dashboard has heard; null too when it cannot be asked. */
export async function jobOfPlan({ workspaceId, planId }: SubmittedPlan): Promise<string | null> {
  try {
    return (await callApp("lineage.planned", { workspaceId, planId })).jobId;
  } catch {
    // The failure that led here is the one that is shown.
    return null;
  }
}

/** Makes sure that the dashboard knows the plan's job. False when that failed: the plan is kept for another try. */
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

/** Tries again for the jobs of a workspace whose answers were heard and not written down. Never fails. */
export async function confirmPendingLineages(storage: PlanStorage, workspaceId: string): Promise<void> {
  for (const plan of submittedPlansOf(storage, workspaceId))
    if (plan.jobId !== null) await confirmSubmittedPlan(storage, plan);
}

/** A job that was sent from this browser without an answer, and has started all the same; the newest. Null for none. */
export async function findUnconfirmedJob(storage: PlanStorage, workspaceId: string): Promise<SubmittedPlan | null> {
  for (const plan of submittedPlansOf(storage, workspaceId)) {
    if (plan.jobId !== null) continue;
    const jobId = await jobOfPlan(plan);
    if (jobId !== null) return { ...plan, jobId };
  }
  return null;
}
