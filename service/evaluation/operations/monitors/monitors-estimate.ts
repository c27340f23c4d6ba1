import { estimateMonitor } from "@/service/evaluation/monitors/estimate-monitor";
import type { Monitors } from "@/service/evaluation/monitors/monitors";
import type { Handler } from "@/service/traces/handlers/handler";

/** Checks settings, and estimates what the last seven days would have cost. */
export function estimateMonitorHandler({ services }: Monitors): Handler<"monitors.estimate"> {
  return ({ body }, { identity, signal }) =>
    estimateMonitor(services, body.project_id, body.settings, { providers: services.providers, identity }, signal);
}
