import type { LiveSession } from "@/lib/database/sessions";
import { RequestFailedError } from "./request-failed-error";

/** The failure of a workspace that does not exist, or does not exist for the user. */
export function noSuchWorkspace(): RequestFailedError {
  const message = "Workspace not found.";
  return new RequestFailedError({ httpStatus: 404, kind: "not-found", message, reason: "workspace" });
}

/** A user without access named a workspace: the answer is that of {@link noSuchWorkspace}, and the attempt is recorded. */
export class NoAccessError extends RequestFailedError {
  constructor(
    readonly session: LiveSession,
    readonly workspaceId: string,
  ) {
    super(noSuchWorkspace().facts);
  }
}
