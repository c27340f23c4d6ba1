import { numberOfAnswer } from "@/lib/api/contract/feedback/answer-rewards";
import type { TrainingRunSettings } from "@/lib/api/contract/training-runs/training-run-settings";
import { isJsonObject } from "@/lib/guard/json-object";
import type { QuestionAnswer } from "@/service/traces/store/feedback/question-answers";
import type { SampledRollout } from "@/service/training/training-runs/records/rollout-records";
import { reviewedCallId } from "@/service/training/training-runs/rollouts/store-rollout";
import { weightedSum } from "@/service/training/training-runs/rollouts/weighted-sum";
import type { LabelQuestion, PeopleLabel } from "./label-question";

/** The error of a rollout that its reviewers skipped, which is left out of its group. */
const SKIPPED = "Skipped in review.";

/** The numbers that reviewers gave, by call and reviewer; of several answers of one reviewer the newest counts. */
function labelsByCall(question: LabelQuestion, answers: readonly QuestionAnswer[]) {
  const byCall = new Map<string, Map<string, number>>();
  for (const { weave_ref: ref, payload, creator, user_id: userId } of answers) {
    const content: unknown = JSON.parse(payload || "null");
    const number = isJsonObject(content) ? numberOfAnswer(question.rewards, content.value) : null;
    if (number === null) continue;
    const callId = ref.slice(ref.lastIndexOf("/") + 1);
    const own = byCall.get(callId) ?? new Map<string, number>();
    own.set(creator || userId, number);
    byCall.set(callId, own);
  }
  return byCall;
}

export interface LabelState {
  readonly label: PeopleLabel;
  readonly weights: TrainingRunSettings["reward"]["weights"];
  readonly question: LabelQuestion;
  readonly answers: readonly QuestionAnswer[];
  /** The number of ended reviews of each item, by the id of its call. */
  readonly endedReviews: ReadonlyMap<string, number>;
}

/**
 * Returns the rollouts that have their labels, with their rewards, and those that reviewers skipped. A label is the mean of
 * its reviewers' numbers, given about the reviewed call or about the rollout's trace.
 *
 * @param rollouts that did not fail
 */
export function labeledRollouts(rollouts: readonly SampledRollout[], state: LabelState): SampledRollout[] {
  const { label, weights, question, answers, endedReviews } = state;
  const byCall = labelsByCall(question, answers);
  return rollouts.flatMap((rollout): SampledRollout[] => {
    const reviewed = reviewedCallId(rollout);
    const numbers = [...new Map([...(byCall.get(rollout.callId) ?? []), ...(byCall.get(reviewed) ?? [])]).values()];
    const hasEnded = (endedReviews.get(reviewed) ?? 0) >= question.reviews;
    if (numbers.length < question.reviews && !hasEnded) return [];
    if (numbers.length === 0) return [{ ...rollout, reward: null, error: SKIPPED, history: null }];
    const mean = numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
    const values = { ...rollout.values, [label.question]: mean };
    return [
      {
        ...rollout,
        values,
        scores: { ...rollout.scores, [label.question]: mean },
        reward: weightedSum(values, weights),
      },
    ];
  });
}
