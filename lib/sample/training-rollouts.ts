import { TRAINING_PROMPT, type TrainingTask } from "./training-tasks";

/** The base model of the sample's model: the one of the built-in trainer for conversations like the sample's. */
export const TRAINING_BASE = "heddle/bytes-airline-1";

/** Answers to one task in one job: a group. */
export const TRIALS_PER_TASK = 8;

/** An answer of the model. Its text, or the tools that it called, each with its arguments as the model wrote them. */
export interface RecordedAnswer {
  readonly text: string | null;
  readonly tools: readonly (readonly [name: string, argumentsText: string])[];
  /** Whether it was cut at the maximum length. */
  readonly isCut?: boolean;
}

/** The answers of one job: by task, then by trial. */
export type RecordedAnswers = readonly (readonly RecordedAnswer[])[];

/**
 * The distance between the seeds of two jobs: more than the answers of a job, so that no two share their random
 * numbers.
 */
const SEEDS_PER_STEP = 1_000_000;
const SEEDS_PER_TASK = 100;

/** Returns the seed with which the model answered a task before a job; each trial adds its index. */
export const answerSeed = (step: number, taskIndex: number): number =>
  step * SEEDS_PER_STEP + taskIndex * SEEDS_PER_TASK;

/** Returns the settings of a job; the seed makes its weights the same wherever it runs. */
export const trainingConfig = (step: number) => ({
  learning_rate: 0.05,
  scale_rewards: false,
  packed_sequence_length: 2_048,
  seed: step,
});

/** The maximum length of an answer in bytes, which are this model's tokens. */
export const MAX_ANSWER_TOKENS = 160;

export const trainingMessages = ({ message }: Pick<TrainingTask, "message">) => [
  { role: "system", content: TRAINING_PROMPT },
  { role: "user", content: message },
];

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Most of a reward is for the tool, the rest for arguments that are JSON. */
const TOOL_REWARD = 0.8;

/** Returns the figures of an answer, and its reward: of the first tool only, since the policy wants it first. */
export function rewardOf(task: Pick<TrainingTask, "tool">, { tools }: RecordedAnswer) {
  const [first] = tools;
  const isRightTool = first?.[0] === task.tool;
  const isValid = first !== undefined && isJson(first[1]);
  return {
    reward: isRightTool ? (isValid ? 1 : TOOL_REWARD) : 0,
    metrics: { right_tool: Number(isRightTool), valid_arguments: Number(isValid) },
  };
}

function choiceOf({ text, tools, isCut }: RecordedAnswer, callId: string) {
  const toolCalls = tools.map(([name, argumentsText], index) => ({
    id: `${callId}_${index}`,
    type: "function",
    function: { name, arguments: argumentsText },
  }));
  return {
    index: 0,
    finish_reason: isCut ? "length" : toolCalls.length > 0 ? "tool_calls" : "stop",
    logprobs: null,
    message: { role: "assistant", content: text, ...(toolCalls.length > 0 ? { tool_calls: toolCalls } : {}) },
  };
}

/** Returns the groups of a job: the trials of each task. */
export function trainingGroups(tasks: readonly TrainingTask[], answers: RecordedAnswers) {
  return tasks.map((task, index) => ({
    trajectories: (answers[index] ?? []).map((answer, trial) => ({
      messages_and_choices: [...trainingMessages(task), choiceOf(answer, `call_${index}_${trial}`)],
      ...rewardOf(task, answer),
      metadata: { task_id: task.id, intent: task.intent, trial: trial + 1 },
    })),
  }));
}
