import { isMembers } from "@/lib/json/value/members";
import { unwrappedResult } from "./message-parts";
import { quotedText } from "./spoken-words";

/** Returns the result in the output of a tool call, without the name of the attribute that it was sent in. */
export function toolOutput(output: unknown): unknown {
  if (!isMembers(output)) return unwrappedResult(output);
  const [only, second] = Object.entries(output);
  const isWrapped = only !== undefined && second === undefined && only[0].includes(".");
  return isWrapped ? unwrappedResult(withoutQuotes(only[1])) : output;
}

/** The AI SDK writes results as JSON, including texts in quotes. */
function withoutQuotes(value: unknown): unknown {
  return (typeof value === "string" ? quotedText(value) : undefined) ?? value;
}
