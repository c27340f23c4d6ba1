import type { AnnotationQueues } from "@/service/evaluation/annotation-queues/annotation-queues";
import { pauseFor } from "@/service/kernel/concurrency/pause-for";
import type { Services } from "@/service/traces/handlers/handler";
import { readReviewedSubjects } from "@/service/traces/store/calls/reviewed-calls";
import { readQuestionAnswers } from "@/service/traces/store/feedback/question-answers";
import type { RolloutRecords, SampledRollout } from "@/service/training/training-runs/records/rollout-records";
import type { TrainingRunRecord } from "@/service/training/training-runs/records/run-records";
import { reviewedCallId } from "@/service/training/training-runs/rollouts/store-rollout";
import { type LabelQuestion, type PeopleLabel, readLabelQuestion } from "./label-question";
import { labeledRollouts } from "./label-rollouts";

/** The interval at which new answers are looked up. */
const POLL_MS = 1_500;

interface WaitingIteration {
  readonly services: Services;
  readonly queues: AnnotationQueues;
  readonly rollouts: RolloutRecords;
  readonly run: TrainingRunRecord;
  readonly label: PeopleLabel;
  readonly iteration: number;
  /** When it stops waiting; null without a limit. */
  readonly until: string | null;
}

/** How waiting ended: all rollouts have labels or were skipped, or the limit of time is reached. */
export type LabelsEnd =
  | { readonly kind: "complete" }
  | { readonly kind: "late"; readonly labeled: number; readonly total: number };

/**
 * Puts the rollouts of an iteration into the review queue, and stores their rewards as people label them. A restart
 * continues: the queue contains each rollout once.
 *
 * @returns null when the signal is aborted
 */
export async function waitForLabels(waiting: WaitingIteration, signal: AbortSignal): Promise<LabelsEnd | null> {
  const { services, queues, rollouts, run, label, iteration, until } = waiting;
  const sources = { queues, objects: services.objects };
  // Reads outlive the signal: an aborted one would look like a failure.
  const reads = new AbortController().signal;
  const answered = (await rollouts.ofIteration(run.id, iteration)).filter(({ error }) => error === null);
  const question = await readLabelQuestion(sources, run.projectId, label, reads);
  await addToQueue(waiting, question, answered, reads);
  const stored = new Map(answered.map((rollout) => [rollout.callId, rollout]));
  while (!signal.aborted) {
    // The rubric or the number of reviews may have changed, and a reviewer may have changed an answer.
    const now = await readLabelQuestion(sources, run.projectId, label, reads);
    const settled = await readLabels(waiting, now, answered, reads);
    for (const rollout of settled) {
      const before = stored.get(rollout.callId);
      if (before?.reward === rollout.reward && before.error === rollout.error) continue;
      await rollouts.add(run.id, rollout);
      stored.set(rollout.callId, rollout);
    }
    if (settled.length === answered.length) return { kind: "complete" };
    if (until !== null && Date.now() >= Date.parse(until))
      return { kind: "late", labeled: settled.length, total: answered.length };
    await pauseFor(POLL_MS, signal);
  }
  return null;
}

async function addToQueue(
  { services, queues, run }: WaitingIteration,
  { queueId }: LabelQuestion,
  answered: readonly SampledRollout[],
  signal: AbortSignal,
): Promise<void> {
  const ids = answered.map(reviewedCallId);
  const stored = await readReviewedSubjects(services.taskStore, run.projectId, "call", ids, signal);
  const subjects = ids.flatMap((id) => {
    const subject = stored.get(id);
    return subject ? [{ ...subject, kind: "call" as const }] : [];
  });
  await queues.items.add(queueId, subjects, { displayFields: [], userId: run.identity.userId });
}

async function readLabels(
  { services, queues, run, label }: WaitingIteration,
  question: LabelQuestion,
  answered: readonly SampledRollout[],
  signal: AbortSignal,
): Promise<SampledRollout[]> {
  // Read before the answers: a reviewer ends an item after answering it.
  const endedReviews = await queues.items.endedReviews(question.queueId);
  const ids = answered.flatMap((rollout) => [rollout.callId, reviewedCallId(rollout)]);
  const answers = await readQuestionAnswers(services.taskStore, run.projectId, question.type, ids, signal);
  return labeledRollouts(answered, { label, weights: run.settings.reward.weights, question, answers, endedReviews });
}
