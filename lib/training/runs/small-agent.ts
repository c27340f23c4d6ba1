import type { TrainingRunSettingsInput } from "@/lib/api/contract/training-runs/training-run-settings";

const LOOK_UP_BOOKING = "get_reservation";
const LOOK_UP_PERSON = "get_user_details";

/** Customers' first messages, and the tool that an agent needs first. */
const TASKS = [
  { prompt: "Hi, please cancel my reservation EHGLP3.", tool: LOOK_UP_BOOKING },
  { prompt: "I need to change the flight of reservation H8Q05L.", tool: LOOK_UP_BOOKING },
  { prompt: "My flight was delayed. The reservation is K7TWX2.", tool: LOOK_UP_BOOKING },
  { prompt: "Can I add a bag to reservation PZ4MQ9?", tool: LOOK_UP_BOOKING },
  { prompt: "I am chiara_ito_7311. Which cards are in my profile?", tool: LOOK_UP_PERSON },
  { prompt: "What is my membership? My user id is omar_berg_1920.", tool: LOOK_UP_PERSON },
  { prompt: "I am noor_costa_9617. Is my date of birth right?", tool: LOOK_UP_PERSON },
  { prompt: "My user id is farah_adeyemi_8502. What is my address?", tool: LOOK_UP_PERSON },
];

/** Arguments as these tools take them. */
const ARGUMENTS = '\\{"(reservation_id":"[A-Z0-9]{6}|user_id":"[a-z]+_[a-z]+_[0-9]{4})"\\}';

const MAX_MINUTES = 10;

/**
 * Returns the settings of a run that trains the built-in model for airline conversations: it learns to look up the
 * customer's booking or profile before it answers. The reward rises within the first iterations on a laptop's
 * processor.
 *
 * @param name of the run and of the model that it registers; no model of the project may have it yet
 */
export function smallAgentRun(name: string): TrainingRunSettingsInput {
  return {
    name,
    model: { kind: "new", name, base_model: "heddle/bytes-airline-1" },
    tasks: { kind: "prompts", items: TASKS },
    messages: [{ role: "user", content: "{prompt}" }],
    params: { temperature: 1, max_tokens: 100 },
    reward: {
      scorers: [
        { kind: "exact", name: "right_tool", answer_path: "tool_calls.0.function.name", expected: "tool" },
        {
          kind: "regex",
          name: "well_formed",
          answer_path: "tool_calls.0.function.arguments",
          pattern: ARGUMENTS,
          match: "whole",
        },
      ],
      weights: { right_tool: 0.7, well_formed: 0.3 },
    },
    group_size: 8,
    tasks_per_iteration: TASKS.length,
    iterations: 12,
    config: { learning_rate: 0.03, packed_sequence_length: 2_000 },
    limits: { concurrency: 32, max_minutes: MAX_MINUTES },
  };
}
