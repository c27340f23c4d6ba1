import type { TrainingRunSettingsInput } from "@/lib/api/contract/training-runs/training-run-settings";

const APOLOGY = "sorry";
const QUESTION = "Which day";

/** Messages of customers, and words that a good answer has. */
const TASKS = [
  { prompt: "My bag did not arrive.", answer: APOLOGY },
  { prompt: "My flight was cancelled and nobody told me.", answer: APOLOGY },
  { prompt: "I missed my connection because you were late.", answer: APOLOGY },
  { prompt: "You charged my card twice.", answer: APOLOGY },
  { prompt: "I need a flight from Oslo to Rome.", answer: QUESTION },
  { prompt: "Can you book me a flight to Lisbon?", answer: QUESTION },
  { prompt: "I want to fly to Madrid with my family.", answer: QUESTION },
  { prompt: "Find me a flight to Paris.", answer: QUESTION },
] as const;

const GROUP_SIZE = 8;
const ITERATIONS = 12;
/** Answers of the built-in model have one token for each byte. */
const MAX_ANSWER_BYTES = 48;
/** Two or three gradient steps for each iteration: the reward rises within a few of them. */
const CONFIG = { learning_rate: 0.05, packed_sequence_length: 1024 } as const;

/**
 * Returns a run of the built-in trainer that a laptop finishes in a minute or two: the agent learns to apologize to
 * customers with a complaint, and to ask customers who want to fly for the day.
 *
 * @param name of the model, which no other model has
 */
export function smallAgentRun(name: string): TrainingRunSettingsInput {
  return {
    name: "Small agent",
    model: { kind: "new", name, base_model: "heddle/bytes-airline-1" },
    tasks: { kind: "prompts", items: TASKS.map((task) => ({ ...task })) },
    messages: [{ role: "user", content: "{prompt}" }],
    params: { temperature: 1, max_tokens: MAX_ANSWER_BYTES },
    reward: { scorers: [{ kind: "contains", name: "right_words", column: "answer" }], weights: { right_words: 1 } },
    group_size: GROUP_SIZE,
    tasks_per_iteration: TASKS.length,
    iterations: ITERATIONS,
    config: { ...CONFIG },
  };
}
