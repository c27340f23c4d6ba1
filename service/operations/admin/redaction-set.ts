import type { Handler } from "@/service/handlers/handler";
import type { Redaction } from "@/service/redaction/redaction";
import { requireExpressions } from "@/service/redaction/require-expressions";
import { redactionResponse } from "./redaction-read";

/** Responds when the rules act on what arrives at this service. */
export function setRedactionHandler(redaction: Redaction): Handler<"redaction.set"> {
  return async ({ body: { project_id, revision, rules } }) => {
    requireExpressions(rules);
    return redactionResponse(project_id, await redaction.set(project_id, revision, rules));
  };
}
