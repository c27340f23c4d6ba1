import type { Monitors } from "@/service/evaluation/monitors/monitors";
import type { Handler } from "@/service/traces/handlers/handler";

/** Deletes a monitor and keeps the scores that it gave. */
export function deleteMonitorHandler(monitors: Monitors): Handler<"monitors.delete"> {
  return async ({ body }) => {
    await monitors.remove(body.project_id, body.monitor_id);
    return {};
  };
}
