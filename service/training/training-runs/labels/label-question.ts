import { answerTypeOf, canReward, optionRewards } from "@/lib/api/contract/feedback/answer-rewards";
import type { TrainingRunSettings } from "@/lib/api/contract/training-runs/training-run-settings";
import { isJsonObject } from "@/lib/guard/json-object";
import type { AnnotationQueues } from "@/service/evaluation/annotation-queues/annotation-queues";
import { NotFoundError } from "@/service/kernel/errors/service-errors";
import { parseRef } from "@/service/kernel/json/refs";
import { resolveLiveVersion } from "@/service/objects/resolve-live-version";
import type { Services } from "@/service/traces/handlers/handler";

export type PeopleLabel = NonNullable<TrainingRunSettings["reward"]["label"]>;

/** The question whose answers are the labels of a run. */
export interface LabelQuestion {
  readonly queueId: string;
  /** The type of the feedback that answers it. */
  readonly type: string;
  /** The reward of each option. */
  readonly rewards: ReadonlyMap<string, number>;
  /** The number of reviews that each rollout needs. */
  readonly reviews: number;
}

/** Labels cannot be collected with these settings. */
export class LabelError extends Error {
  override readonly name = "LabelError";

  constructor(
    /** The member of the label's settings. */
    readonly member: "queue_id" | "question",
    readonly problem: string,
  ) {
    super(`Labels cannot be collected: ${problem}.`);
  }
}

interface LabelSources {
  readonly queues: AnnotationQueues;
  readonly objects: Services["objects"];
}

/**
 * Reads the question of a run's labels.
 *
 * @throws LabelError if the queue does not exist or has no such question, or its answers are not numbers
 */
export async function readLabelQuestion(
  { queues, objects }: LabelSources,
  projectId: string,
  label: PeopleLabel,
  signal: AbortSignal,
): Promise<LabelQuestion> {
  const queue = await orProblem("queue_id", "This project has no such review queue", () =>
    queues.queues.find(projectId, label.queue_id),
  );
  const missing = "The queue has no such question";
  const ref = queue.scorer_refs.map(parseRef).find((one) => one?.kind === "object" && one.name === label.question);
  if (ref?.kind !== "object") throw new LabelError("question", missing);
  const version = await orProblem("question", missing, () =>
    resolveLiveVersion(objects, projectId, ref.name, ref.digest, signal),
  );
  const text = (await objects.values.read(projectId, [version.digest], signal)).get(version.digest) ?? "null";
  const value: unknown = JSON.parse(text);
  const schema = isJsonObject(value) ? value.field_schema : null;
  if (!canReward(schema))
    throw new LabelError(
      "question",
      "Its answers are not numbers. Choose a question with yes and no, a number, or options with rewards",
    );
  return {
    queueId: queue.id,
    type: answerTypeOf(label.question),
    rewards: optionRewards(schema),
    reviews: queue.reviews_per_item ?? Math.max(1, queue.assignees?.length ?? 0),
  };
}

/** Names the member of the settings that refers to something that does not exist. */
async function orProblem<Found>(
  member: LabelError["member"],
  message: string,
  read: () => Promise<Found>,
): Promise<Found> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof NotFoundError) throw new LabelError(member, message);
    throw error;
  }
}
