import type { Handler } from "@/service/traces/handlers/handler";
import type { Retention } from "@/service/traces/retention/retention";

/** Returns the limit of age alone. */
export function readRetentionDaysHandler(retention: Retention): Handler<"retention.readDays"> {
  return async ({ body: { project_id } }) => ({ retention_days: (await retention.limitsOf(project_id)).maxAgeDays });
}

export function readRetentionHandler(retention: Retention): Handler<"retention.read"> {
  return async ({ body: { project_id } }) => {
    const { maxAgeDays, maxBytes } = await retention.limitsOf(project_id);
    return { project_id, max_age_days: maxAgeDays, max_bytes: maxBytes };
  };
}
