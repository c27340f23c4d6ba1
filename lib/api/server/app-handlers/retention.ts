import { retentionResult } from "@/lib/api/contract/admin/retention";
import { requestJson } from "@/lib/api/server/service-call/request-json";
import { localTarget } from "@/lib/api/server/upstream/service-target";
import { type AppHandler, recordChange, signedIn } from "./app-call";

/** Sets the retention of a project of the embedded service. The log records the limits. */
export const setRetention: AppHandler<"retention.set"> = async (input, call) => {
  const { dashboard } = call;
  const target = localTarget(dashboard.environment);
  const question = { operation: "retention.set" as const, target, userId: signedIn(call).user.id, body: input };
  const limits = await requestJson(dashboard, question, retentionResult, call);
  const age = limits.max_age_days === null ? "any age" : `${limits.max_age_days} days`;
  const size = limits.max_bytes === null ? "any size" : `${limits.max_bytes} bytes`;
  await recordChange(call, "retention.set", `${limits.project_id} ${age}, ${size}`);
  return limits;
};
