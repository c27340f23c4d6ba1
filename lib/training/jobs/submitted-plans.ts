import { isJsonObject } from "@/lib/guard/json-object";

/** A job that was sent from this browser and may not be recorded yet. */
export interface SubmittedPlan {
  readonly workspaceId: string;
  readonly planId: string;
  /** The job created from it; null while no response has arrived. */
  readonly jobId: string | null;
}

const KEY = "heddle.sent-jobs";
const MAX_SENT_PLANS = 20;

/** Parses the stored plans, newest first; none where the stored text is invalid. */
export function parseSubmittedPlans(text: string | null): readonly SubmittedPlan[] {
  try {
    const read: unknown = JSON.parse(text ?? "[]");
    if (!Array.isArray(read)) return [];
    const plans = read.map(readPlan);
    return plans.every((plan) => plan !== null) ? plans : [];
  } catch {
    // Text written by other code under the same key: it contains no plans.
    return [];
  }
}

function readPlan(item: unknown): SubmittedPlan | null {
  if (!isJsonObject(item)) return null;
  const { workspaceId, planId, jobId } = item;
  if (typeof workspaceId !== "string" || typeof planId !== "string") return null;
  return typeof jobId === "string" || jobId === null ? { workspaceId, planId, jobId } : null;
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
