import type { Logger } from "pino";
import { AnnotationQueues } from "@/service/evaluation/annotation-queues/annotation-queues";
import { EvaluationRuns } from "@/service/evaluation/evaluation-runs/runner/evaluation-runs";
import { Monitors } from "@/service/evaluation/monitors/monitors";
import type { Leases } from "@/service/kernel/state/leases";
import type { ServiceState } from "@/service/kernel/state/open-state";
import type { Services } from "@/service/traces/handlers/handler";

interface Parts {
  readonly state: ServiceState;
  readonly services: Services;
  readonly leases: Leases;
  readonly log: Logger;
}

/** Continues the evaluations that were running, and begins to score live calls. */
export async function openEvaluation({ state, services, leases, log }: Parts) {
  const runs = new EvaluationRuns(state, services, log, leases);
  await runs.start();
  const monitors = new Monitors(state, services, log, leases);
  await monitors.start();
  return {
    runs,
    monitors,
    queues: new AnnotationQueues(state),
    async close() {
      await Promise.all([runs.close(), monitors.close()]);
    },
  };
}
