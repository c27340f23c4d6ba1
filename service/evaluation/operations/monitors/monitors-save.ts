import type { Monitors } from "@/service/evaluation/monitors/monitors";
import type { Handler } from "@/service/traces/handlers/handler";

/** Creates a monitor, or changes one. */
export function saveMonitorHandler(monitors: Monitors): Handler<"monitors.save"> {
  return ({ body }, { identity, signal }) => {
    const { project_id: projectId, monitor_id: id, settings, is_on: isOn } = body;
    return monitors.save({ projectId, id: id || null, settings, isOn: isOn ?? null }, identity, signal);
  };
}
