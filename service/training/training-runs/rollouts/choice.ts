import { plainNumber } from "@/lib/api/contract/scalars/json-text";
import { isJsonObject } from "@/lib/guard/json-object";

/** A message of a conversation, or a choice, which contains one. */
export type Message = Readonly<Record<string, unknown>>;

/** The choice of a response for trajectories, with JavaScript numbers. */
export function choiceOf(response: unknown): Message | null {
  const plain: unknown = JSON.parse(JSON.stringify(response, (_name, value: unknown) => plainNumber(value)));
  const choice = isJsonObject(plain) && Array.isArray(plain.choices) ? plain.choices[0] : null;
  return isJsonObject(choice) ? choice : null;
}
