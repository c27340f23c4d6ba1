import type { Handler } from "@/service/handlers/handler";
import type { Issues } from "@/service/issues/issues";

/** Lists the issues of a project. */
export function listIssuesHandler(issues: Issues): Handler<"issues.list"> {
  return ({ body }, context) => issues.list(context, body);
}
