import { plainMessages } from "@/lib/chat/plain-messages";
import { readConversation } from "@/lib/chat/read-messages";
import type { Members } from "@/lib/json/value/members";
import { withChoices } from "@/lib/training/trajectories/read-value";
import type { ModelTurn } from "@/lib/training/trajectories/thread-trajectory";

/** Converts a model call whose payload has another client's form; null when it contains no messages. */
export function prepareModelTurn(inputs: unknown, output: unknown): ModelTurn | null {
  const { input, output: answers } = readConversation(inputs, output);
  if (input.length + answers.length === 0) return null;
  return {
    prompt: input.flatMap(plainMessages),
    answers: withChoices(answers.flatMap(plainMessages)) as Members[],
    tools: null,
  };
}
