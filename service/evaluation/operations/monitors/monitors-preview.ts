import type { Monitors } from "@/service/evaluation/monitors/monitors";
import { previewMonitor } from "@/service/evaluation/monitors/preview-monitor";
import type { Handler } from "@/service/traces/handlers/handler";

/** Runs scorers on the three newest calls. */
export function previewMonitorHandler({ services }: Monitors): Handler<"monitors.preview"> {
  const { providers, spending } = services;
  return ({ body: { project_id: projectId, settings } }, { identity, signal }) =>
    previewMonitor(services, projectId, settings, { providers, identity, spending, projectId }, signal);
}
