import { airlineTools } from "./airline-cases";

/** A version of the prompt that decides what the agent does first. */
export interface FirstStepPrompt {
  /** The number of the version in the dashboard. */
  readonly name: "v0" | "v1";
  readonly rules: string;
  /** The model and the parameters, which an evaluation of the version sends. */
  readonly config: { readonly model: string; readonly temperature: number; readonly max_tokens: number };
  /** The share of cases in which it names the right tool and follows the policy. */
  readonly rightShare: number;
  readonly policyShare: number;
}

const config = { model: "openai/gpt-4o-mini", max_tokens: 160 };

export const firstStepPrompts: readonly FirstStepPrompt[] = [
  {
    name: "v0",
    rules: "Choose the tool that helps the customer.",
    config: { ...config, temperature: 0.7 },
    rightShare: 0.52,
    policyShare: 0.58,
  },
  {
    name: "v1",
    rules: [
      "Choose the tool that you need first.",
      "- Look up a reservation before you say anything about it.",
      "- Look up the customer when no reservation is named.",
      "- Promise nothing before you have looked it up.",
    ].join("\n"),
    config: { ...config, temperature: 0.2 },
    rightShare: 0.8,
    policyShare: 0.84,
  },
];

/** The object of the prompt. */
export const FIRST_STEP_PROMPT = "first_step_prompt";

/** Returns the messages of a version, with `{message}` as the placeholder for a row's value. */
export function firstStepMessages({ rules }: FirstStepPrompt) {
  const tools = Object.keys(airlineTools).join(", ");
  const form = 'Answer with JSON: {{"tool": "...", "reply": "..."}}.';
  return [
    { role: "system", content: `You are the service agent of Weft Air. Tools: ${tools}.\n${rules}\n${form}` },
    { role: "user", content: "{message}" },
  ];
}

/** Returns the value of the object in a version. */
export function firstStepPromptValue(prompt: FirstStepPrompt): Record<string, unknown> {
  return {
    _type: "MessagesPrompt",
    _class_name: "MessagesPrompt",
    _bases: ["Prompt", "Object", "BaseModel"],
    name: FIRST_STEP_PROMPT,
    description: "Decides the agent's first step when a customer writes.",
    messages: firstStepMessages(prompt),
    config: prompt.config,
  };
}
