import type { DraftMessage } from "@/app/(dashboard)/[workspace]/playground/draft/draft";
import { readDraftMessage } from "@/app/(dashboard)/[workspace]/playground/draft/read-request";
import type { Answer } from "@/lib/completion/answer";
import { isMembers } from "@/lib/json/value/members";

/** Members of an answer that no provider accepts as input. */
const NOT_SENT_BACK = new Set(["reasoning", "reasoning_content", "refusal", "annotations", "audio", "function_call"]);

/** The first answer as a message of the conversation; null while there is none. */
export function answeredMessage({ completion }: Pick<Answer, "completion">): DraftMessage | null {
  const choices = completion?.choices;
  const choice: unknown = Array.isArray(choices) ? choices[0] : null;
  if (!isMembers(choice) || !isMembers(choice.message)) return null;
  const members = Object.entries(choice.message).filter(([name]) => !NOT_SENT_BACK.has(name));
  return readDraftMessage({ role: "assistant", ...Object.fromEntries(members) });
}
