import { findTrained, listTrainedFrom, listTrainedOfModel } from "@/lib/database/lineage";
import { confirmPlan, findPlan, writePlan } from "@/lib/database/lineage-plans";
import { findWorkspace } from "@/lib/database/workspaces";
import { type AppHandler, inputFailed } from "./app-call";

export const planLineage: AppHandler<"lineage.plan"> = async (part, call) => {
  const { database, now } = call.dashboard;
  if (!(await findWorkspace(database, part.workspaceId))) {
    throw inputFailed(["workspaceId"], "Workspace not found", "missing");
  }
  const planId = await database.transaction().execute((transaction) => writePlan(transaction, part, now()));
  if (planId === null) throw inputFailed(["planId"], "Plan not found, or its job was already started", "missing");
  return { planId };
};

export const confirmLineage: AppHandler<"lineage.confirm"> = async ({ workspaceId, planId, jobId }, call) => {
  const { database } = call.dashboard;
  const plan = await findPlan(database, planId);
  if (plan?.workspace_id !== workspaceId) throw inputFailed(["planId"], "Plan not found", "missing");
  return { jobId: await confirmPlan(database, planId, jobId) };
};

export const plannedLineage: AppHandler<"lineage.planned"> = async ({ workspaceId, planId }, call) => {
  const plan = await findPlan(call.dashboard.database, planId);
  return { jobId: plan?.workspace_id === workspaceId ? plan.job_id : null };
};

export const lineageOfJob: AppHandler<"lineage.job"> = async ({ offset, ...job }, call) =>
  await findTrained(call.dashboard.database, job, offset);

export const lineageOfModel: AppHandler<"lineage.model"> = async ({ workspaceId, modelId }, call) =>
  await listTrainedOfModel(call.dashboard.database, workspaceId, modelId);

export const lineageOfOrigin: AppHandler<"lineage.origin"> = async (origin, call) =>
  await listTrainedFrom(call.dashboard.database, origin);
