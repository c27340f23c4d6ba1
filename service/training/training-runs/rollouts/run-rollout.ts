import type { TrainingRunSettings } from "@/lib/api/contract/training-runs/training-run-settings";
import { CONVERSATION_COLUMN } from "@/lib/api/contract/training-runs/training-run-tools";
import { fillTemplate } from "@/service/evaluation/evaluation-runs/scorers/prompt-template";
import { textOf } from "@/service/evaluation/evaluation-runs/scorers/value-at-path";
import { microsNow } from "@/service/evaluation/evaluation-runs/stored/call-parts-of";
import { completeOnce, type ModelAccess, messageOf } from "@/service/evaluation/evaluation-runs/trials/complete-once";
import { type ScorerRun, scoreAnswer } from "@/service/evaluation/evaluation-runs/trials/run-trial";
import { scoreValue } from "@/service/evaluation/evaluation-runs/trials/trial-result";
import { answerText } from "@/service/training/answers/answer-text";
import type { TaskValues } from "@/service/training/training-runs/records/run-records";
import type { Message } from "./choice";
import { converse, historyOf, messagesIn, type Turn } from "./converse";
import { conversationText } from "./rollout-steps";
import { type ReadRecorded, ToolAnswers } from "./tool-answers";
import { weightedSum } from "./weighted-sum";

/** The settings and services that the rollouts of an iteration share. */
export interface RolloutPlan {
  /** The sampled checkpoint, by its name in requests. */
  readonly model: string;
  readonly settings: Pick<TrainingRunSettings, "messages" | "params" | "tools" | "reward">;
  readonly access: ModelAccess;
  /** For tools that recorded results answer. */
  readonly readRecorded: ReadRecorded;
}

export interface RolloutRun {
  readonly startedMicros: number;
  readonly endedMicros: number;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly turns: readonly Turn[];
  /** Null when it failed before an answer. */
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

/** Returns the columns of a task as scorers read them: after a conversation with tools also all of its messages. */
function scoredColumns(
  { tools }: RolloutPlan["settings"],
  values: TaskValues,
  messages: readonly Message[],
): Readonly<Record<string, unknown>> {
  return tools ? { ...values, [CONVERSATION_COLUMN]: conversationText(messages) } : values;
}

/**
 * Samples one answer, or a conversation with tools, and scores it. A failure of a model or a scorer is a result.
 *
 * @param seed of the requests; null for random ones
 * @throws AbortError when the run was interrupted
 */
export async function runRollout(
  { model, settings, access, readRecorded }: RolloutPlan,
  values: TaskValues,
  seed: number | null,
  signal: AbortSignal,
): Promise<RolloutRun> {
  const startedMicros = microsNow();
  const messages = messagesOf(settings, values);
  const { tools } = settings;
  const params = { ...settings.params, logprobs: true, seed, ...(tools ? { tools: tools.definitions } : {}) };
  const answers = tools ? new ToolAnswers({ tools, access, values, readRecorded }) : null;
  const { turns, error } = await converse({
    messages,
    maxTurns: tools?.max_turns ?? 1,
    complete: (sent) => completeOnce(access, { model, messages: sent, params }, signal),
    answerTool: async (call, conversation) => {
      if (answers === null) throw new Error("A run without tools called one.");
      return await answers.answer(call, conversation, signal);
    },
  });
  const base = { startedMicros, messages, turns };
  const history = messagesIn(historyOf(turns));
  const message = messageOf(turns.at(-1)?.completion.response);
  if (error !== null)
    return { ...base, endedMicros: microsNow(), answer: null, scorers: [], values: {}, reward: null, error };
  const output = outputOf(message);
  const row = { position: 0, digest: "", row: scoredColumns(settings, values, [...messages, ...history]) };
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
