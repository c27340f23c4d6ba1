import type { Handler } from "@/service/traces/handlers/handler";
import type { Issues } from "@/service/traces/issues/issues";

/** Changes the state, the owner or the note of an issue. */
export function changeIssueHandler(issues: Issues): Handler<"issues.change"> {
  return ({ body }, context) => issues.change(context, body, context.identity);
}
