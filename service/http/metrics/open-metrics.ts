import { version } from "@/package.json";
import type { Services } from "@/service/traces/handlers/handler";
import type { DamageRecords } from "@/service/traces/store/engine/damage-records";
import type { DiskReserve } from "@/service/traces/store/engine/disk-reserve";
import { countJobs } from "@/service/training/jobs/count-jobs";
import type { Training } from "@/service/training/open-training";
import type { TrainingRuns } from "@/service/training/training-runs/runner/training-runs";
import { ServiceMetrics } from "./service-metrics";

interface Parts {
  readonly services: Services;
  readonly damage: DamageRecords;
  /** Null where the data is on a server. */
  readonly reserve: DiskReserve | null;
  readonly training: Training;
  readonly trainingRuns: TrainingRuns;
}

/** Counts what the service does, and measures its parts when it is asked. */
export function openMetrics({ services, damage, reserve, training, trainingRuns }: Parts): ServiceMetrics {
  return new ServiceMetrics({
    version,
    store: services.store,
    missing: () => damage.all,
    ...(reserve && { disk: () => reserve.space() }),
    waitingBytes: () => services.calls.waitingBytes,
    countJobs: () => countJobs(training.state),
    countTrainingRuns: () => trainingRuns.records.countByState(),
  });
}
