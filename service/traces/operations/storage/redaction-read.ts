import type { Handler } from "@/service/traces/handlers/handler";
import type { Redaction, StoredRules } from "@/service/traces/redaction/redaction";

export function readRedactionHandler(redaction: Redaction): Handler<"redaction.read"> {
  return async ({ body: { project_id } }) => redactionResponse(project_id, await redaction.rulesOf(project_id));
}

export function redactionResponse(projectId: string, { revision, rules, updatedAt }: StoredRules) {
  return { project_id: projectId, revision, rules: [...rules], updated_at: updatedAt };
}
