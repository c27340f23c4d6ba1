import type { Handler } from "@/service/traces/handlers/handler";
import type { Issues } from "@/service/traces/issues/issues";

/** Returns an issue with its calls and its history. */
export function readIssueHandler(issues: Issues): Handler<"issues.read"> {
  return ({ body }, context) => issues.read(context, body);
}
