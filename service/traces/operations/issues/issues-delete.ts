import type { Handler } from "@/service/traces/handlers/handler";
import type { Issues } from "@/service/traces/issues/issues";

/** Deletes issues with their history. */
export function deleteIssuesHandler(issues: Issues): Handler<"issues.delete"> {
  return async ({ body }) => ({ deleted: await issues.remove(body.project_id, body.issue_ids) });
}
