import { PLAN_HEADER } from "@/lib/api/contract/app/lineage-limits";
import type { Operation } from "@/lib/api/contract/operation/operation";
import { trainingJob } from "@/lib/api/contract/training/training-jobs";
import { RequestFailedError, validationFailed } from "@/lib/api/server/answer/request-failed-error";
import type { RequestFacts } from "@/lib/api/server/dashboard/answer-request";
import type { Dashboard } from "@/lib/api/server/dashboard/dashboard";
import type { RelayBody } from "@/lib/api/server/request/relay-input";
import { readText } from "@/lib/api/server/service-call/request-json";
import type { ServiceTarget } from "@/lib/api/server/upstream/service-target";
import { confirmPlan, findPlan } from "@/lib/database/lineage-plans";
import { findWorkspace } from "@/lib/database/workspaces";

/**
 * Returns the plan of a job that is being sent; null for other calls. A plan starts one job: a repeated request is
 * rejected before anything is sent.
 *
 * @throws RequestFailedError 422 for a plan of another connection, 409 for a plan whose job was started.
 */
export async function readPlan(
  { database }: Dashboard,
  request: Request,
  operation: Operation,
  target: ServiceTarget,
): Promise<string | null> {
  const id = operation.id === "trainingJobs.create" ? request.headers.get(PLAN_HEADER) : null;
  if (id === null) return null;
  const plan = await findPlan(database, id);
  const workspace = plan && (await findWorkspace(database, plan.workspace_id));
  if (workspace?.connectionId !== target.connectionId) {
    throw validationFailed([{ loc: ["header", PLAN_HEADER], msg: "Plan not found", type: "missing" }]);
  }
  if (plan?.job_id != null) {
    const message = "A job was already started from this plan.";
    throw new RequestFailedError({ httpStatus: 409, kind: "validation", message, reason: "started" });
  }
  return id;
}

/**
 * Ends with the caller until everything is sent. Then the job starts even if the caller leaves, and its id must be
 * recorded.
 */
export function signalUntilSent(signal: AbortSignal, { content }: RelayBody): AbortSignal {
  const isWhole = () => content !== null && typeof content === "object" && "isWhole" in content && content.isWhole();
  const controller = new AbortController();
  const leave = () => {
    if (!isWhole()) controller.abort(signal.reason);
  };
  if (signal.aborted) leave();
  else signal.addEventListener("abort", leave, { once: true });
  return controller.signal;
}

/** Records which job was started from the plan, then returns the service's response unchanged. */
export async function confirmPlanAndForward(
  { database, log }: Dashboard,
  planId: string,
  operation: Operation,
  answer: Response,
  { requestId }: RequestFacts,
): Promise<Response> {
  const text = await readText(operation, answer.body);
  try {
    const { id } = trainingJob.parse(JSON.parse(text));
    await confirmPlan(database, planId, id);
  } catch (error) {
    // The job has started: the browser has its id too, and confirms the plan itself.
    log.warn({ requestId, planId, err: error }, "the sources of a job could not be stored");
  }
  return new Response(text, { status: answer.status, headers: answer.headers });
}
