import type { Handler } from "@/service/handlers/handler";
import type { Monitors } from "@/service/monitors/monitors";

/** Lists the monitors of a project, the newest first. */
export function listMonitorsHandler(monitors: Monitors): Handler<"monitors.list"> {
  return async ({ body }) => ({ monitors: await monitors.list(body.project_id) });
}
