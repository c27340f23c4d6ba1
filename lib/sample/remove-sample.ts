import { type RemovalProgress, removeStoredData } from "./remove-project";
import { readRecord, writeRecord } from "./sample-record";
import type { SampleService } from "./sample-service";

/**
 * Deletes everything in the sample's project that services can delete: models, calls, review queues, feedback, prices and objects. No
 * operation deletes the rows of a table or a file, so those of the sample stay, unreferenced.
 *
 * @throws the service's rejection; deleting again continues.
 */
export async function removeSample(
  service: SampleService,
  projectId: string,
  onProgress: (progress: RemovalProgress) => void = () => undefined,
): Promise<void> {
  const record = await readRecord(service, projectId);
  if (record && record.state !== "removing") await writeRecord(service, projectId, { ...record, state: "removing" });
  await removeStoredData(service, projectId, onProgress);
}
