import type { Handler } from "@/service/traces/handlers/handler";
import type { Redaction } from "@/service/traces/redaction/redaction";
import { requireExpressions } from "@/service/traces/redaction/require-expressions";
import { redactionResponse } from "./redaction-read";

/** Responds when the rules act on what arrives at this service. */
export function setRedactionHandler(redaction: Redaction): Handler<"redaction.set"> {
  return async ({ body: { project_id, revision, rules } }) => {
    requireExpressions(rules);
    return redactionResponse(project_id, await redaction.set(project_id, revision, rules));
  };
}
