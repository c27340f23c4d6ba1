import type { Handler } from "@/service/traces/handlers/handler";
import type { Issues } from "@/service/traces/issues/issues";

/** Lists the issues of a project. */
export function listIssuesHandler(issues: Issues): Handler<"issues.list"> {
  return ({ body }, context) => issues.list(context, body);
}
