import { isMembers, type Members } from "@/lib/json/value/members";
import { answerTextOf } from "./answer-text";
import { finiteOf, leftOutScores, type RunEntry, type SavedRunRollout, scoresOf, stepOf } from "./run-entry";

/** The members of the metadata that name a task, in order of precedence. */
const TASK_NAMES = ["scenario_id", "task_id", "scenario", "task", "problem_id", "question_id"] as const;
const MAX_TASK_LENGTH = 1000;

/**
 * Returns the entry of a line that ART's local backend writes below `trajectories/train`, or null for any other value: a
 * group of trajectories.
 *
 * @param step of the file's name; the lines do not contain it
 */
export function artEntry({ trajectories }: Members, step: number): RunEntry | null {
  if (!Array.isArray(trajectories) || !trajectories.every(isTrajectory)) return null;
  const leftOut = trajectories.flatMap(({ metrics }) => leftOutScores(metrics));
  return { step, metrics: {}, rollouts: trajectories.map((one) => runRollout(one, step)), leftOut };
}

type Trajectory = Members & { readonly messages_and_choices: readonly Members[] };

function isTrajectory(value: unknown): value is Trajectory {
  return isMembers(value) && Array.isArray(value.messages_and_choices) && value.messages_and_choices.every(isMembers);
}

function runRollout(trajectory: Trajectory, step: number): SavedRunRollout {
  const { messages_and_choices: items, reward, metrics, metadata, initial_policy_version: sampled } = trajectory;
  const version = stepOf(sampled);
  const messages = items.map((item) => (isMembers(item.message) ? item.message : item));
  const choice = items.findIndex(({ message }) => isMembers(message));
  // Trajectories without choices train on their assistant messages.
  const first = choice < 0 ? messages.findIndex(({ role }) => role === "assistant") : choice;
  const promptLength = first < 0 ? messages.length : first;
  const reason = items.findLast(({ finish_reason: one }) => typeof one === "string")?.finish_reason;
  return {
    task: taskOf(metadata),
    messages: messages.slice(0, promptLength).map((message) => ({ ...message })),
    answer: first < 0 ? null : answerTextOf(messages.slice(promptLength)),
    reward: finiteOf(reward),
    scores: scoresOf(metrics),
    error: null,
    tokens: null,
    finish_reason: typeof reason === "string" ? reason : null,
    ...(version === null || version > step ? {} : { stepsBehind: step - version }),
  };
}

function taskOf(metadata: unknown): string | null {
  if (!isMembers(metadata)) return null;
  for (const name of TASK_NAMES) {
    const value = metadata[name];
    if (typeof value === "number" || (typeof value === "string" && value.trim() !== ""))
      return `${name} ${value}`.slice(0, MAX_TASK_LENGTH);
  }
  return null;
}
