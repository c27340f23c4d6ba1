import { callApp } from "@/lib/api/client/app-client";
import { failureOf } from "@/lib/api/client/request-failure";
import { forgetSent, keepSent, type SentPlan, type SentStorage, sentOf } from "./submitted-plans";

/** The job that came of a plan, as far as the dashboard has heard; null too when it cannot be asked. */
export async function jobOf({ workspaceId, planId }: SentPlan): Promise<string | null> {
  try {
    return (await callApp("lineage.planned", { workspaceId, planId })).jobId;
  } catch {
    // The failure that led here is the one that is shown.
    return null;
  }
}

/** Makes sure that the dashboard knows the plan's job. False when that failed: the plan is kept for another try. */
export async function settle(storage: SentStorage, plan: SentPlan): Promise<boolean> {
  const { workspaceId, planId, jobId } = plan;
  try {
    const known = (await callApp("lineage.planned", { workspaceId, planId })).jobId;
    if (known === null && jobId !== null) await callApp("lineage.confirm", { workspaceId, planId, jobId });
    forgetSent(storage, planId);
    return true;
  } catch (error) {
    // A plan that the dashboard does not have will not come back.
    if (failureOf(error).kind === "validation") forgetSent(storage, planId);
    else keepSent(storage, plan);
    return false;
  }
}

/** Tries again for the jobs of a workspace whose answers were heard and not written down. Never fails. */
export async function settleSent(storage: SentStorage, workspaceId: string): Promise<void> {
  for (const plan of sentOf(storage, workspaceId)) if (plan.jobId !== null) await settle(storage, plan);
}

/** A job that was sent from this browser without an answer, and has started all the same; the newest. Null for none. */
export async function unheardJob(storage: SentStorage, workspaceId: string): Promise<SentPlan | null> {
  for (const plan of sentOf(storage, workspaceId)) {
    if (plan.jobId !== null) continue;
    const jobId = await jobOf(plan);
    if (jobId !== null) return { ...plan, jobId };
  }
  return null;
}
