import type { Logger } from "pino";
import type { Leases } from "@/service/kernel/state/leases";
import type { ServiceState } from "@/service/kernel/state/open-state";
import { Deployments } from "@/service/traces/deployments/deployments";
import type { Services } from "@/service/traces/handlers/handler";
import { Issues } from "@/service/traces/issues/issues";
import { SpanMessages } from "@/service/traces/otel/messages/span-messages";
import { SpanTurns } from "@/service/traces/otel/turns/span-turns";
import type { Redaction } from "@/service/traces/redaction/redaction";
import { Retention } from "@/service/traces/retention/retention";
import type { CallRollups } from "@/service/traces/store/rollups/call-rollups";
import { MissingRoots } from "@/service/traces/store/tops/missing-roots";

interface Parts {
  readonly state: ServiceState;
  readonly services: Services;
  readonly leases: Leases;
  readonly redaction: Redaction;
  readonly log: Logger;
}

/** Progress is reported while rollups are behind, as those of a data folder of an earlier version are. */
function startRollups(rollups: CallRollups, log: Logger): void {
  rollups.start({
    onBehind: (watermark, committed) =>
      log.info({ watermark, committed, isProgress: true }, `adding calls up: commit ${watermark} of ${committed}`),
    onFailure: (error) => log.warn({ err: error }, "calls could not be added up"),
  });
}

/**
 * Starts what works on calls while nobody asks: retention, rollups, turns and messages of spans, traces without a
 * root, issues.
 */
export async function openTraceTasks({ state, services, leases, redaction, log }: Parts) {
  const retention = new Retention(state, services, log, { leases });
  retention.start();
  startRollups(services.rollups, log);
  const ownReads = { store: services.taskStore, calls: services.calls, redaction };
  const spanMessages = await SpanMessages.open(state, ownReads, log);
  const spanTurns = new SpanTurns(ownReads);
  spanTurns.start();
  const missingRoots = new MissingRoots(ownReads);
  missingRoots.start((err) => log.warn({ err }, "traces without a root could not be looked at"));
  const issues = new Issues({ state, services, leases, log });
  issues.start();
  const deployments = new Deployments(state);
  return {
    retention,
    spanMessages,
    spanTurns,
    issues,
    deployments,
    async close() {
      await Promise.all([issues.close(), retention.close(), services.rollups.close()]);
      await Promise.all([spanMessages.close(), spanTurns.close(), missingRoots.close()]);
    },
  };
}
