import type { Monitors } from "@/service/evaluation/monitors/monitors";
import type { Handler } from "@/service/traces/handlers/handler";

/** Switches a monitor on or off. */
export function switchMonitorHandler(monitors: Monitors): Handler<"monitors.switch"> {
  return ({ body }, { identity, signal }) =>
    monitors.switch(body.project_id, body.monitor_id, body.is_on, identity, signal);
}
