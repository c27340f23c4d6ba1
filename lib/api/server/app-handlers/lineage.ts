import { findTrained, insertTrained, listTrainedFrom, listTrainedOfModel } from "@/lib/database/lineage";
import { findWorkspace } from "@/lib/database/workspaces";
import { type AppHandler, inputFailed } from "../app-call";

export const recordLineage: AppHandler<"lineage.record"> = async ({ trajectories, ...job }, call) => {
  const { database, now } = call.dashboard;
  if (!(await findWorkspace(database, job.workspaceId))) {
    throw inputFailed(["workspaceId"], "There is no such workspace", "missing");
  }
  await database.transaction().execute((transaction) => insertTrained(transaction, job, trajectories, now()));
  return {};
};

export const lineageOfJob: AppHandler<"lineage.job"> = async ({ offset, ...job }, call) =>
  await findTrained(call.dashboard.database, job, offset);

export const lineageOfModel: AppHandler<"lineage.model"> = async ({ workspaceId, modelId }, call) =>
  await listTrainedOfModel(call.dashboard.database, workspaceId, modelId);

export const lineageOfOrigin: AppHandler<"lineage.origin"> = async (origin, call) =>
  await listTrainedFrom(call.dashboard.database, origin);
