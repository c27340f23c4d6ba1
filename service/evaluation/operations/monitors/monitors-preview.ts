import type { Monitors } from "@/service/evaluation/monitors/monitors";
import { previewMonitor } from "@/service/evaluation/monitors/preview-monitor";
import type { Handler } from "@/service/traces/handlers/handler";

/** Runs scorers on the three newest calls. */
export function previewMonitorHandler({ services }: Monitors): Handler<"monitors.preview"> {
  return ({ body }, { identity, signal }) =>
    previewMonitor(services, body.project_id, body.settings, { providers: services.providers, identity }, signal);
}
