import { plainNumber } from "@/lib/api/contract/scalars/json-text";
import type { TrainingRunSettings } from "@/lib/api/contract/training-runs/training-run-settings";
import { isJsonObject } from "@/lib/json/guard/json-object";
import { fillTemplate } from "@/service/evaluation-runs/scorers/prompt-template";
import { textOf } from "@/service/evaluation-runs/scorers/value-at-path";
import { microsNow } from "@/service/evaluation-runs/stored/call-parts-of";
import {
  completeOnce,
  type ModelAccess,
  type ModelRun,
  messageOf,
} from "@/service/evaluation-runs/trials/complete-once";
import { type ScorerRun, scoreAnswer } from "@/service/evaluation-runs/trials/run-trial";
import { scoreValue } from "@/service/evaluation-runs/trials/trial-result";
import type { TaskValues } from "@/service/training-runs/records/run-records";
import { answerText } from "./answer-text";
import { weightedSum } from "./weighted-sum";

/** The settings and services that the rollouts of an iteration share. */
export interface RolloutPlan {
  /** The sampled checkpoint, by its name in requests. */
  readonly model: string;
  readonly settings: Pick<TrainingRunSettings, "messages" | "params" | "reward">;
  readonly access: ModelAccess;
}

export interface RolloutRun {
  readonly startedMicros: number;
  readonly endedMicros: number;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly completion: ModelRun;
  readonly choice: Readonly<Record<string, unknown>> | null;
  readonly answer: string | null;
  readonly scorers: readonly ScorerRun[];
  /** The scores as numbers, by scorer. */
  readonly values: Readonly<Record<string, number>>;
  readonly reward: number | null;
  readonly error: string | null;
}

/** Returns the messages of a task. @throws TemplateError for a column that the task does not have */
export function messagesOf({ messages }: Pick<TrainingRunSettings, "messages">, values: TaskValues) {
  return messages.map(({ role, content }) => ({ role, content: fillTemplate(content, values) }));
}

/** The choice of a response for trajectories, with JavaScript numbers. */
export function choiceOf(response: unknown): Readonly<Record<string, unknown>> | null {
  const plain: unknown = JSON.parse(JSON.stringify(response, (_name, value: unknown) => plainNumber(value)));
  const choice = isJsonObject(plain) && Array.isArray(plain.choices) ? plain.choices[0] : null;
  return isJsonObject(choice) ? choice : null;
}

type Message = Readonly<Record<string, unknown>>;

/** The answer as scorers see it: text, or the message with its tool calls, as in evaluations. */
function outputOf(message: Message): unknown {
  const { content } = message;
  if (typeof content === "string") return content;
  return Array.isArray(message.tool_calls) ? message : textOf(content ?? "");
}

/**
 * Adds up scores with their weights; a score without a value is an error, not a zero. There is no reward yet where people
 * give a score too.
 */
function rewardOf(
  scorers: readonly ScorerRun[],
  { weights, label }: TrainingRunSettings["reward"],
): Pick<RolloutRun, "values" | "reward" | "error"> {
  const values: Record<string, number> = {};
  for (const { scorer, score, error } of scorers) {
    const value = error === null ? scoreValue(score) : null;
    if (value === null)
      return { values, reward: null, error: `${scorer.name}: ${error ?? "The score is neither a number nor a pass."}` };
    values[scorer.name] = value;
  }
  return { values, reward: label ? null : weightedSum(values, weights), error: null };
}

/**
 * Samples one answer and scores it. A failure of a model or a scorer is a result.
 *
 * @param seed of the request; null for a random one
 * @throws AbortError when the run was interrupted
 */
export async function runRollout(
  { model, settings, access }: RolloutPlan,
  values: TaskValues,
  seed: number | null,
  signal: AbortSignal,
): Promise<RolloutRun> {
  const startedMicros = microsNow();
  const messages = messagesOf(settings, values);
  const params = { ...settings.params, logprobs: true, seed };
  const completion = await completeOnce(access, { model, messages, params }, signal);
  const choice = completion.error === null ? choiceOf(completion.response) : null;
  const message = messageOf(completion.response);
  const base = { startedMicros, messages, completion, choice };
  if (choice === null)
    return {
      ...base,
      endedMicros: microsNow(),
      choice: null,
      answer: null,
      scorers: [],
      values: {},
      reward: null,
      error: completion.error ?? "The response has no choice.",
    };
  const output = outputOf(message);
  const row = { position: 0, digest: "", row: values };
  const plan = { access, baselineOf: () => null };
  const scorers = await Promise.all(
    settings.reward.scorers.map((scorer) => scoreAnswer(plan, scorer, output, row, 0, signal)),
  );
  return {
    ...base,
    endedMicros: microsNow(),
    answer: answerText(message),
    scorers,
    ...rewardOf(scorers, settings.reward),
  };
}
