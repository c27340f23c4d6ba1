import { z } from "zod";

const sentPlan = z.object({
  workspaceId: z.string(),
  planId: z.string(),
  /** The job that came of it; null while no answer was heard. */
  jobId: z.string().nullable(),
});

/** A job that was sent from this browser and is not known to be remembered yet. */
export type SubmittedPlan = z.infer<typeof sentPlan>;

const KEY = "heddle.sent-jobs";
const MAX_SENT_PLANS = 20;

/** What a browser keeps of sent jobs, the newest first; nothing where it keeps something else. */
export function parseSubmittedPlans(text: string | null): readonly SubmittedPlan[] {
  try {
    const read = z.array(sentPlan).safeParse(JSON.parse(text ?? "[]"));
    return read.success ? read.data : [];
  } catch {
    // Somebody else's text under our name: there is nothing of ours in it.
    return [];
  }
}

/** Where they are kept; a browser may refuse. */
export type PlanStorage = Pick<Storage, "getItem" | "setItem">;

function change(storage: PlanStorage, next: (sent: readonly SubmittedPlan[]) => readonly SubmittedPlan[]): void {
  try {
    storage.setItem(KEY, JSON.stringify(next(parseSubmittedPlans(storage.getItem(KEY))).slice(0, MAX_SENT_PLANS)));
  } catch {
    // Without a place to keep it the dashboard's own record is the only one, as it is in most cases.
  }
}

export function submittedPlansOf(storage: PlanStorage, workspaceId: string): readonly SubmittedPlan[] {
  try {
    return parseSubmittedPlans(storage.getItem(KEY)).filter((plan) => plan.workspaceId === workspaceId);
  } catch {
    // The browser keeps nothing for this page.
    return [];
  }
}

/** Keeps a plan, in the place of an earlier word on it. */
export function storeSubmittedPlan(storage: PlanStorage, plan: SubmittedPlan): void {
  change(storage, (sent) => [plan, ...sent.filter(({ planId }) => planId !== plan.planId)]);
}

export function removeSubmittedPlan(storage: PlanStorage, id: string): void {
  change(storage, (sent) => sent.filter(({ planId }) => planId !== id));
}
