import type { Monitors } from "@/service/evaluation/monitors/monitors";
import type { Handler } from "@/service/traces/handlers/handler";

/** Lists the monitors of a project, the newest first. */
export function listMonitorsHandler(monitors: Monitors): Handler<"monitors.list"> {
  return async ({ body }) => ({ monitors: await monitors.list(body.project_id) });
}
