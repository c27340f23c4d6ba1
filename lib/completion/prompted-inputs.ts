import { withPromptTexts } from "@/lib/api/contract/objects/prompt-template";
import type { Inputs } from "./completion-inputs";

/** A prompt that a request names in place of its first messages. */
export interface SentPrompt {
  readonly ref: string;
  /** The values of its variables. */
  readonly values: Readonly<Record<string, string>>;
  /** The number of messages that it replaces. */
  readonly messageCount: number;
}

/**
 * Returns inputs that name a prompt in place of the messages that came from it. The service fills in the messages after
 * it too when it gets values, so their braces are doubled.
 */
export function promptedInputs(inputs: Inputs, { ref, values, messageCount }: SentPrompt): Inputs {
  const hasValues = Object.keys(values).length > 0;
  const others = (inputs.messages ?? []).slice(messageCount).map((message) => {
    const isFilled = hasValues && message.role !== "assistant";
    return isFilled ? { ...withPromptTexts(message, (text) => text.replace(/[{}]/g, "$&$&")) } : message;
  });
  return { ...inputs, prompt: ref, ...(hasValues ? { template_vars: values } : {}), messages: others };
}
