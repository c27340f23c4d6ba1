import { isMembers } from "@/lib/json/value/members";
import { type PromptTasks, promptTasks } from "@/lib/training/runs/prompt-tasks";
import { readTrajectory, type TrajectoryRow } from "@/lib/training/trajectories/collect-trajectories";

/** Returns the prompts of trajectories; their texts are read one after the other, as they may be large. */
export async function promptsOf(rows: readonly TrajectoryRow[]): Promise<PromptTasks> {
  const conversations = [];
  for (const row of rows) {
    const { messages_and_choices: messages } = await readTrajectory(row);
    conversations.push(Array.isArray(messages) ? messages.filter(isMembers) : []);
  }
  return promptTasks(conversations);
}
