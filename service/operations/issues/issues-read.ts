import type { Handler } from "@/service/handlers/handler";
import type { Issues } from "@/service/issues/issues";

/** Returns an issue with its calls and its history. */
export function readIssueHandler(issues: Issues): Handler<"issues.read"> {
  return ({ body }, context) => issues.read(context, body);
}
