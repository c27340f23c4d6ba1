import { airlineTools } from "./airline-cases";
import { caseId, sampleCase } from "./sample-cases";

/** A task of the sample's model: the customer's first message, and the tool that the policy wants first. */
export interface TrainingTask {
  /** The case in the sample's table of cases. */
  readonly id: string;
  readonly intent: string;
  readonly message: string;
  readonly tool: string;
}

/** The system message of the model, in training and in evaluations. */
export const TRAINING_PROMPT = `Tools: ${Object.keys(airlineTools).join(", ")}.`;

/** Number of tasks of each intent in a set, chosen so that the three first tools are about equally frequent. */
const TASKS_OF_INTENT: Readonly<Record<string, number>> = {
  booking: 6,
  change: 6,
  baggage: 2,
  cancellation: 1,
  complaint: 1,
};

function taskAt(seed: number, index: number): TrainingTask | null {
  const { intent, turns } = sampleCase(seed, index, { isConfirming: true, isSolved: true });
  const [opening] = turns;
  const [use] = opening?.tools ?? [];
  return opening && use ? { id: caseId(index), intent, message: opening.user, tool: use.tool } : null;
}

/** Takes the first tasks of each intent from an index on, and returns them with the index after the last one. */
function takeTasks(seed: number, from: number): { readonly tasks: readonly TrainingTask[]; readonly next: number } {
  const left = new Map(Object.entries(TASKS_OF_INTENT));
  const tasks: TrainingTask[] = [];
  let index = from;
  for (; [...left.values()].some((count) => count > 0); index += 1) {
    const task = taskAt(seed, index);
    const count = task ? (left.get(task.intent) ?? 0) : 0;
    if (!task || count === 0) continue;
    left.set(task.intent, count - 1);
    tasks.push(task);
  }
  return { tasks, next: index };
}

/** Returns the tasks that the sample's model is trained on, and as many others that it never sees. */
export function trainingTasks(seed: number): {
  readonly trained: readonly TrainingTask[];
  readonly heldOut: readonly TrainingTask[];
} {
  const { tasks: trained, next } = takeTasks(seed, 0);
  return { trained, heldOut: takeTasks(seed, next).tasks };
}
