import { takeServiceAudit } from "@/lib/api/server/app-handlers/service-audit";
import type { Dashboard } from "@/lib/api/server/dashboard/dashboard";
import { receiverDigest } from "@/lib/environment/audit-receiver";
import { AuditForwarder } from "./audit-forwarder";
import { senderOf } from "./sender-of";

const PERIOD_MS = 5_000;
/** The longest wait after tries that failed, which double from the period. */
const MAX_WAIT_MS = 300_000;
/** What API keys did waits in the service no longer than this. */
const TAKING_MS = 60_000;

/**
 * Forwards the audit log to the receiver of the environment, now and every five seconds; without a receiver it does nothing.
 *
 * @returns ends it, after the try that is under way
 */
export function startForwarding(dashboard: Dashboard): () => Promise<void> {
  const { environment, database, now, log } = dashboard;
  const address = environment.HEDDLE_AUDIT_FORWARD;
  if (address === undefined) return () => Promise.resolve();
  const send = senderOf(address, environment, now);
  const forwarder = new AuditForwarder({ database, receiver: receiverDigest(address), send, now, log });
  let [takenMs, waitMs, isEnded] = [Number.NEGATIVE_INFINITY, PERIOD_MS, false];
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const round = async () => {
    try {
      if (now().getTime() - takenMs >= TAKING_MS) {
        takenMs = now().getTime();
        await takeServiceAudit(dashboard, "audit-forwarding");
      }
      waitMs = (await forwarder.forward()) ? PERIOD_MS : Math.min(MAX_WAIT_MS, waitMs * 2);
    } catch (error) {
      log.error({ err: error }, "the audit log could not be read for its receiver");
      waitMs = Math.min(MAX_WAIT_MS, waitMs * 2);
    }
    if (isEnded) return;
    timer = setTimeout(begin, waitMs);
    timer.unref();
  };
  const begin = () => {
    running = round();
  };
  begin();
  return async () => {
    isEnded = true;
    clearTimeout(timer);
    await running;
  };
}
