import type { Handler } from "@/service/traces/handlers/handler";
import { previewRedaction } from "@/service/traces/redaction/preview-redaction";
import type { Redaction } from "@/service/traces/redaction/redaction";
import { requireExpressions } from "@/service/traces/redaction/require-expressions";

/** Returns what rules would change in the newest calls; they need not be stored. */
export function previewRedactionHandler(redaction: Redaction): Handler<"redaction.preview"> {
  return async ({ body: { project_id, rules } }, { store, signal }) => {
    requireExpressions(rules);
    return await previewRedaction(store, project_id, await redaction.trial(project_id, rules), signal);
  };
}
