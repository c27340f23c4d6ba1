import type { Handler } from "@/service/traces/handlers/handler";
import type { Retention } from "@/service/traces/retention/retention";

/** Responds when the limits are stored; removing calls takes longer. */
export function setRetentionHandler(retention: Retention): Handler<"retention.set"> {
  return async ({ body }) => {
    await retention.set(body.project_id, { maxAgeDays: body.max_age_days, maxBytes: body.max_bytes });
    return body;
  };
}
