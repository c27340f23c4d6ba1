import {
  answerSeed,
  MAX_ANSWER_TOKENS,
  type RecordedAnswer,
  type RecordedAnswers,
  rewardOf,
  TRIALS_PER_TASK,
  trainingConfig,
  trainingGroups,
  trainingMessages,
} from "@/lib/sample/training-rollouts";
import type { TrainingTask } from "@/lib/sample/training-tasks";
import { answerChoice, type ChatChoice, readChatRequest } from "@/trainers/built-in/chat/chat-answer";
import { readGroups } from "@/trainers/built-in/conversation/read-groups";
import type { LogLinearModel } from "@/trainers/built-in/model/log-linear-model";
import { trainPolicy } from "@/trainers/built-in/policy/train-policy";
import { readSettings } from "@/trainers/built-in/policy/training-settings";

function answerOf({ message, finish_reason: reason }: ChatChoice): RecordedAnswer {
  const calls = Array.isArray(message.tool_calls) ? message.tool_calls : [];
  return {
    text: typeof message.content === "string" ? message.content : null,
    tools: calls.map(({ function: { name, arguments: text } }) => [String(name), String(text)] as const),
    ...(reason === "length" ? { isCut: true } : {}),
  };
}

/** Samples several answers to a task, as a service does. */
function trials(model: LogLinearModel, task: TrainingTask, seed: number): RecordedAnswer[] {
  const request = readChatRequest({
    messages: trainingMessages(task),
    temperature: 1,
    max_tokens: MAX_ANSWER_TOKENS,
    n: TRIALS_PER_TASK,
    seed,
  });
  return Array.from({ length: TRIALS_PER_TASK }, (_, trial) => {
    const answer = answerChoice(model, request, trial);
    for (;;) {
      const { done, value } = answer.next();
      if (done) return answerOf(value);
    }
  });
}

/** The answers of one step, and their mean reward. */
export interface RecordedStep {
  readonly answers: RecordedAnswers;
  readonly meanReward: number;
}

/**
 * Trains a copy of the base model on its own answers: in each step it answers every task, the answers are rewarded, and
 * a job trains on them. Yields the answers of each step before the job has trained on them.
 */
export function* recordRollouts(
  base: LogLinearModel,
  tasks: readonly TrainingTask[],
  stepCount: number,
): Generator<RecordedStep> {
  const model = base.copy();
  for (let step = 1; step <= stepCount; step += 1) {
    const answers = tasks.map((task, index) => trials(model, task, answerSeed(step, index)));
    const rewards = tasks.flatMap((task, index) =>
      (answers[index] ?? []).map((answer) => rewardOf(task, answer).reward),
    );
    yield { answers, meanReward: rewards.reduce((sum, reward) => sum + reward, 0) / rewards.length };
    const config = trainingConfig(step);
    const groups = readGroups(trainingGroups(tasks, answers));
    const { steps } = trainPolicy(model, base, groups, readSettings(config).settings, config.seed);
    for (const _ of steps);
  }
}
