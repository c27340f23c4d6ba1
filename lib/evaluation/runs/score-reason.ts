import { isJsonObject } from "@/lib/guard/json-object";

const REASON_NAMES = ["reason", "reasoning", "explanation", "rationale", "comment", "feedback", "justification"];

/** Returns the text in which a scorer says why; null where it says nothing. */
export function scoreReason(output: unknown): string | null {
  if (!isJsonObject(output)) return null;
  for (const name of REASON_NAMES) {
    const reason = output[name];
    if (typeof reason === "string" && reason.trim() !== "") return reason;
  }
  return null;
}
