import type { Logger } from "pino";
import type { AnnotationQueues } from "@/service/evaluation/annotation-queues/annotation-queues";
import type { EvaluationRuns } from "@/service/evaluation/evaluation-runs/runner/evaluation-runs";
import type { Leases } from "@/service/kernel/state/leases";
import type { ServiceState } from "@/service/kernel/state/open-state";
import type { Services } from "@/service/traces/handlers/handler";
import { CheckpointEvaluations } from "@/service/training/checkpoint-evaluations/checkpoint-evaluations";
import type { Training } from "@/service/training/open-training";
import { TrainingRuns } from "./runner/training-runs";

interface Parts {
  readonly state: ServiceState;
  readonly services: Services;
  readonly leases: Leases;
  readonly training: Training;
  readonly evaluation: { readonly runs: EvaluationRuns; readonly queues: AnnotationQueues };
  readonly log: Logger;
}

/** Continues the training runs that were running, and the evaluations of their checkpoints. */
export async function openTrainingRuns({ evaluation, ...parts }: Parts) {
  const { state, leases, training, log } = parts;
  const checkpoints = new CheckpointEvaluations({ state, leases, training, runs: evaluation.runs, log });
  await checkpoints.start();
  const trainingRuns = new TrainingRuns({ ...parts, evaluations: checkpoints, queues: evaluation.queues });
  await trainingRuns.start();
  return {
    checkpoints,
    trainingRuns,
    async close() {
      await trainingRuns.close();
      await checkpoints.close();
    },
  };
}
