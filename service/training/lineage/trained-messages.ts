import { isJsonObject } from "@/lib/guard/json-object";
import { jsonText } from "@/lib/postgres/json-columns";
import { messageKey } from "@/service/evaluation/evaluations/message-key";
import type { BlobStore } from "@/service/traces/store/files/blob-store";
import { firstUserText, MAX_TITLE_LENGTH } from "@/service/training/batches/group-text";
import type { TrainingState } from "@/service/training/state/training-state";

/** Groups with a long first message that are read from their body; of more, none is known. */
const MAX_READ_GROUPS = 5_000;

/**
 * Selects the batches that a model was trained on: those of completed jobs, and logged ones whose split begins with
 * `train`, which were trained on elsewhere.
 */
function trainedBatches(state: TrainingState, modelId: string) {
  return state
    .selectFrom("batch")
    .where("batch.model_id", "=", modelId)
    .where(({ eb, or, and, exists, selectFrom }) =>
      or([
        and([eb("batch.kind", "=", "log"), eb("batch.split", "like", "train%")]),
        exists(
          selectFrom("job")
            .select("job.id")
            .whereRef("job.batch_id", "=", "batch.id")
            .where("job.status", "=", "completed"),
        ),
      ]),
    );
}

/** Returns a text that changes when a model is trained on another batch. */
export async function trainedVersion(state: TrainingState, modelId: string): Promise<string> {
  const { count, newest } = await trainedBatches(state, modelId)
    .select(({ fn }) => [fn.countAll<number>().as("count"), fn.max("batch.seq").as("newest")])
    .executeTakeFirstOrThrow();
  return Number(count) === 0 ? "" : `${count}-${newest}`;
}

/** Returns the keys of the first user messages of the groups that a model was trained on. */
export async function trainedMessages(
  state: TrainingState,
  blobs: Pick<BlobStore, "readPart">,
  modelId: string,
): Promise<ReadonlySet<string>> {
  const groups = await trainedBatches(state, modelId)
    .innerJoin("trajectory_group as part", "part.batch_id", "batch.id")
    .select(["batch.blob", "part.label", "part.title"])
    .select(jsonText(state, "part.trajectories", [0]).as("place"))
    .execute();
  const keys = new Set<string>();
  const seen = new Set<string>();
  let readCount = 0;
  for (const { blob, label, title, place } of groups) {
    if (title === null) continue;
    if (title.length < MAX_TITLE_LENGTH) {
      keys.add(messageKey(title));
      continue;
    }
    // The same task of another job; groups without a name are all read.
    const name = label === null ? `${blob} ${place}` : `${label} ${title}`;
    if (place === null || seen.has(name) || readCount >= MAX_READ_GROUPS) continue;
    seen.add(name);
    readCount += 1;
    const message = await firstMessage(blobs, blob, JSON.parse(place) as [number, number]);
    if (message !== null) keys.add(messageKey(message));
  }
  return keys;
}

async function firstMessage(blobs: Pick<BlobStore, "readPart">, blob: string, place: readonly [number, number]) {
  const trajectory: unknown = JSON.parse((await blobs.readPart(blob, ...place)).toString("utf8"));
  const messages = isJsonObject(trajectory) ? trajectory.messages_and_choices : null;
  return Array.isArray(messages) ? firstUserText(messages) : null;
}
