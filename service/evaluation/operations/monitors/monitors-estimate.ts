import { estimateMonitor } from "@/service/evaluation/monitors/estimate-monitor";
import type { Monitors } from "@/service/evaluation/monitors/monitors";
import type { Handler } from "@/service/traces/handlers/handler";

/** Checks settings, and estimates what the last seven days would have cost. */
export function estimateMonitorHandler({ services }: Monitors): Handler<"monitors.estimate"> {
  const { providers, spending } = services;
  return ({ body: { project_id: projectId, settings } }, { identity, signal }) =>
    estimateMonitor(services, projectId, settings, { providers, identity, spending, projectId }, signal);
}
