import { RequestFailedError } from "@/lib/api/server/answer/request-failed-error";
import { roleInWorkspace } from "@/lib/auth/workspace-roles";
import { findSharedRequest, insertSharedRequest } from "@/lib/database/shared-requests";
import { findWorkspace } from "@/lib/database/workspaces";
import { type AppHandler, audited, inputFailed, signedIn } from "./app-call";

export const createSharedRequest: AppHandler<"sharedRequests.create"> = async ({ workspaceId, draft }, call) => {
  const workspace = await findWorkspace(call.dashboard.database, workspaceId);
  if (!workspace) throw inputFailed(["workspaceId"], "Workspace not found", "missing");
  const request = { workspaceId, ownerId: signedIn(call).user.id, draft };
  const id = await audited(call, "request.shared", workspace.slug, (database, now) =>
    insertSharedRequest(database, request, now),
  );
  return { id };
};

export const readSharedRequest: AppHandler<"sharedRequests.read"> = async ({ id }, call) => {
  const request = await findSharedRequest(call.dashboard.database, id);
  if (request && roleInWorkspace(signedIn(call).user, request.workspaceId) !== null) return request;
  const message =
    "Request not found. It was deleted with its workspace or its owner, or because of the limit on shared requests.";
  throw new RequestFailedError({ httpStatus: 404, kind: "not-found", message, reason: "shared-request" });
};
