import { answerText } from "@/service/training/answers/answer-text";
import type { RolloutStep } from "@/service/training/training-runs/records/rollout-records";
import type { Message } from "./choice";
import { messagesIn } from "./converse";

/** Longer texts are in the trace of the rollout. */
const MAX_STEP_CHARACTERS = 2_000;

/** Returns the steps of a history with several messages; none of a single answer. */
export function rolloutSteps(history: readonly Message[]): readonly RolloutStep[] {
  if (history.length < 2) return [];
  return messagesIn(history).map((message) => ({
    role: message.role === "tool" ? "tool" : "assistant",
    text: answerText(message).slice(0, MAX_STEP_CHARACTERS),
  }));
}

/** Returns messages as the text that judges and simulators read. */
export function conversationText(messages: readonly Message[]): string {
  return messages.map((message) => `${String(message.role)}: ${answerText(message)}`).join("\n\n");
}
