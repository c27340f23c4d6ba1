import type { Handler } from "@/service/handlers/handler";
import { previewRedaction } from "@/service/redaction/preview-redaction";
import type { Redaction } from "@/service/redaction/redaction";
import { requireExpressions } from "@/service/redaction/require-expressions";

/** Returns what rules would change in the newest calls; they need not be stored. */
export function previewRedactionHandler(redaction: Redaction): Handler<"redaction.preview"> {
  return async ({ body: { project_id, rules } }, { store, signal }) => {
    requireExpressions(rules);
    return await previewRedaction(store, project_id, await redaction.trial(project_id, rules), signal);
  };
}
