import { RequestFailedError } from "@/lib/api/server/answer/request-failed-error";
import { findTarget, LOCAL_CONNECTION_ID } from "@/lib/api/server/upstream/service-target";
import { roleInProject, visibleWorkspaces } from "@/lib/auth/workspace-roles";
import { storeConnectionTest } from "@/lib/database/connections";
import { writeSetting } from "@/lib/database/settings";
import { listWorkspaces } from "@/lib/database/workspaces";
import { type AppCall, type AppHandler, audited, inputFailed, signedIn } from "./app-call";
import { testConnection } from "./test-connection";

/** Reads need a project; when the dashboard knows no project of this connection, any name shows what is supported. */
const ANY_PROJECT = "heddle/connection-test";

/** The project that the user asks for, otherwise the first one of the connection: none without access. */
async function projectOf(call: AppCall, connectionId: string, asked: string | undefined): Promise<string> {
  const { user } = signedIn(call);
  if (asked !== undefined) return roleInProject(user, connectionId, asked) === null ? ANY_PROJECT : asked;
  const workspaces = visibleWorkspaces(user, await listWorkspaces(call.dashboard.database));
  return workspaces.find((workspace) => workspace.connectionId === connectionId)?.projectId ?? ANY_PROJECT;
}

export const runConnectionTest: AppHandler<"connections.test"> = async (input, call) => {
  const { dashboard, requestId, signal } = call;
  const target = await findTarget(dashboard, input.id);
  if (!target) {
    const message = "Connection not found.";
    throw new RequestFailedError({ httpStatus: 404, kind: "not-found", message, reason: "connection" });
  }
  if (input.mayCreateCompletion && input.completionModel === undefined) {
    throw inputFailed(["completionModel"], "Enter the model to test", "missing");
  }
  const test = await testConnection(dashboard, {
    target,
    userId: signedIn(call).user.id,
    projectId: await projectOf(call, input.id, input.projectId),
    completionModel: input.mayCreateCompletion ? input.completionModel : undefined,
    requestId,
    signal,
  });
  await audited(call, "connection.tested", input.id, async (database) => {
    const text = JSON.stringify(test);
    if (input.id === LOCAL_CONNECTION_ID) await writeSetting(database, "local-test", text);
    else await storeConnectionTest(database, input.id, text);
  });
  return { test };
};
