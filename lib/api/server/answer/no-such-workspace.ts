import { RequestFailedError } from "./request-failed-error";

/** The failure of a workspace that does not exist, or does not exist for the user. */
export function noSuchWorkspace(): RequestFailedError {
  const message = "Workspace not found.";
  return new RequestFailedError({ httpStatus: 404, kind: "not-found", message, reason: "workspace" });
}
