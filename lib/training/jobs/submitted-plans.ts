import { z } from "zod";

const sentPlan = z.object({
  workspaceId: z.string(),
  planId: z.string(),
  /** The job created from it; null while no response has arrived. */
  jobId: z.string().nullable(),
});

/** A job that was sent from this browser and may not be recorded yet. */
export type SubmittedPlan = z.infer<typeof sentPlan>;

const KEY = "heddle.sent-jobs";
const MAX_SENT_PLANS = 20;

/** Parses the stored plans, newest first; none where the stored text is invalid. */
export function parseSubmittedPlans(text: string | null): readonly SubmittedPlan[] {
  try {
    const read = z.array(sentPlan).safeParse(JSON.parse(text ?? "[]"));
    return read.success ? read.data : [];
  } catch {
    // Text written by other code under the same key: it contains no plans.
    return [];
  }
}

/** The browser storage; a browser may refuse access. */
export type PlanStorage = Pick<Storage, "getItem" | "setItem">;

function change(storage: PlanStorage, next: (sent: readonly SubmittedPlan[]) => readonly SubmittedPlan[]): void {
  try {
    storage.setItem(KEY, JSON.stringify(next(parseSubmittedPlans(storage.getItem(KEY))).slice(0, MAX_SENT_PLANS)));
  } catch {
    // Without storage the dashboard's own record is the only one, which is enough in most cases.
  }
}

export function submittedPlansOf(storage: PlanStorage, workspaceId: string): readonly SubmittedPlan[] {
  try {
    return parseSubmittedPlans(storage.getItem(KEY)).filter((plan) => plan.workspaceId === workspaceId);
  } catch {
    // The browser stores nothing for this page.
    return [];
  }
}

/** Stores a plan, replacing its earlier version. */
export function storeSubmittedPlan(storage: PlanStorage, plan: SubmittedPlan): void {
  change(storage, (sent) => [plan, ...sent.filter(({ planId }) => planId !== plan.planId)]);
}

export function removeSubmittedPlan(storage: PlanStorage, id: string): void {
  change(storage, (sent) => sent.filter(({ planId }) => planId !== id));
}
