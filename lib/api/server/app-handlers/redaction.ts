import { redactionResult } from "@/lib/api/contract/admin/redaction";
import { requestJson } from "@/lib/api/server/service-call/request-json";
import { localTarget } from "@/lib/api/server/upstream/service-target";
import { type AppHandler, recordChange, signedIn } from "./app-call";

/**
 * Sets the redaction rules of a project of the embedded service. The log records their names and actions, never what they
 * look for, which may be a secret itself.
 */
export const setRedaction: AppHandler<"redaction.set"> = async (input, call) => {
  const { dashboard } = call;
  const target = localTarget(dashboard.environment);
  const question = { operation: "redaction.set" as const, target, userId: signedIn(call).user.id, body: input };
  const saved = await requestJson(dashboard, question, redactionResult, call);
  const names = saved.rules.map(({ name, action, is_enabled: isEnabled }) => `${name} ${isEnabled ? action : "off"}`);
  const text = names.length === 0 ? "no rules" : `rules: ${names.join(", ")}`;
  await recordChange(call, "redaction.set", `${saved.project_id} ${text}`);
  return saved;
};
