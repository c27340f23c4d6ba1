import { NotFoundError } from "@/service/kernel/errors/service-errors";
import type { Handler } from "@/service/traces/handlers/handler";
import { RawJson } from "@/service/traces/handlers/raw-json";
import { findTrajectory, jobOfBatch } from "@/service/training/batches/batches";
import { requireBatch } from "@/service/training/jobs/training-access";
import type { Training } from "@/service/training/open-training";
import { readSignalLines } from "@/service/training/state/token-signals-file";

/** Returns one trajectory, cut out of the body as sent, with the signals of its tokens that the job's trainer wrote. */
export function readTrajectoryHandler({ state, blobs, folder }: Training): Handler<"trajectories.read"> {
  return async ({ body }, context) => {
    const batch = await requireBatch(state, body.batch_id, context);
    const { group: groupIndex, trajectory: index } = body;
    const place = await findTrajectory(state, { batchId: batch.id, groupIndex, index });
    if (!place) throw new NotFoundError(`The batch has no trajectory ${index} in group ${groupIndex}.`);
    const text = (await blobs.readPart(batch.blob, ...place)).toString("utf8");
    const jobId = await jobOfBatch(state, batch);
    const signals = jobId === null ? [] : await readSignalLines(folder.tokenSignals(jobId), groupIndex, index);
    const added = signals.length === 0 ? "" : `,"token_signals":[${signals.join(",")}]`;
    return new RawJson(
      `{"batch_id":${JSON.stringify(batch.id)},"group_index":${groupIndex},"trajectory_index":${index},"trajectory":${text}${added}}`,
    );
  };
}
