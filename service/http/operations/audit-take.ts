import { WaitingAudit } from "@/service/kernel/access/waiting-audit";
import type { ServiceState } from "@/service/kernel/state/open-state";
import type { Handler } from "@/service/traces/handlers/handler";

export function takeAuditHandler(state: ServiceState): Handler<"audit.take"> {
  const waiting = new WaitingAudit(state);
  return async ({ body }) => ({ entries: await waiting.take(body.recorded_ids) });
}
