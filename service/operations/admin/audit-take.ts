import { WaitingAudit } from "@/service/access/waiting-audit";
import type { Handler } from "@/service/handlers/handler";
import type { ServiceState } from "@/service/state/open-state";

export function takeAuditHandler(state: ServiceState): Handler<"audit.take"> {
  const waiting = new WaitingAudit(state);
  return async ({ body }) => ({ entries: await waiting.take(body.recorded_ids) });
}
