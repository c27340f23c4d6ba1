import pino from "pino";
import { stateAddress } from "@/lib/environment/state-address";
import { UnfinishedImports } from "@/service/kernel/access/unfinished-imports";
import { BlobLock } from "@/service/training/batches/blob-lock";
import { CheckpointCopies } from "@/service/training/state/checkpoint-copies";
import { TrainingFolder } from "@/service/training/state/training-folder";
import { openTrainingState } from "@/service/training/state/training-state";
import type { ProjectParts } from "./http/projects/project-parts";
import { ProviderDirectory } from "./kernel/providers/provider-directory";
import { openState } from "./kernel/state/open-state";
import { openStoredSeal } from "./open-stored-seal";
import type { ServiceEnvironment } from "./service-environment";
import { openServices } from "./traces/open-services";
import { openTraces } from "./traces/open-traces";
import { Redaction } from "./traces/redaction/redaction";
import { DamageRecords } from "./traces/store/engine/damage-records";
import { openBlobs, openBucket } from "./traces/store/files/open-blobs";

/**
 * Opens what stores projects, for a command while no service runs. Nothing that the service does by itself begins: no
 * job, run or monitor.
 *
 * @throws StoreLocked when a service uses the folder, DatabaseError when the state cannot be opened
 */
export async function openProjectParts(
  environment: ServiceEnvironment,
): Promise<ProjectParts & { close(): Promise<void> }> {
  const { dataFolder } = environment;
  const log = pino({ level: "silent" });
  const bucket = await openBucket(environment.HEDDLE_BLOBS);
  const redaction = new Redaction();
  const imports = new UnfinishedImports();
  const damage = await DamageRecords.open(dataFolder);
  const { store, services, watch } = await openTraces(
    environment,
    (engine) =>
      openServices(engine, dataFolder, new ProviderDirectory({}), () => undefined, { bucket, redaction, imports }),
    log,
    damage,
  );
  const stateUrl = stateAddress(environment);
  const state = await openState(dataFolder, stateUrl);
  await imports.open(state);
  await redaction.open(state, await openStoredSeal(state, dataFolder, environment.HEDDLE_SERVICE_SECRET_KEY), log);
  const folder = await TrainingFolder.open(dataFolder, bucket && new CheckpointCopies(bucket));
  const trainingState = await openTrainingState(folder.path, stateUrl);
  const blobs = await openBlobs(bucket, "payloads/", folder.blobs);
  const training = { state: trainingState, folder, blobs, blobLock: new BlobLock(trainingState) };
  return {
    services,
    state,
    training,
    ...{ redaction, damage },
    async close() {
      await watch.stop();
      await Promise.all([services.rollups.close(), services.calls.close(), services.costs.idle()]);
      await services.feedback.idle();
      await services.signs?.close();
      await store.close();
      await trainingState.destroy();
      await state.destroy();
      bucket?.close();
    },
  };
}
