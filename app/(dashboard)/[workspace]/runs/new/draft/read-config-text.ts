import { errorMessage } from "@/lib/guard/error-message";
import { isJsonObject } from "@/lib/guard/json-object";

/** The trainer's settings as typed, or the reason why they cannot be read. */
interface ReadConfigText {
  readonly members: Readonly<Record<string, unknown>>;
  readonly problem: string | null;
}

/** Reads the settings of the trainer besides the learning rate, which has a field of its own. */
export function readConfigText(text: string): ReadConfigText {
  if (text.trim() === "") return { members: {}, problem: null };
  try {
    const value: unknown = JSON.parse(text);
    if (!isJsonObject(value)) return { members: {}, problem: 'Enter a JSON object, for example {"loss_fn": "ppo"}' };
    if ("learning_rate" in value) return { members: {}, problem: "learning_rate has a field of its own" };
    return { members: value, problem: null };
  } catch (error) {
    return { members: {}, problem: `Not JSON: ${errorMessage(error)}` };
  }
}
