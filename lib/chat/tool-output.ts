import { isMembers } from "@/lib/json/value/members";
import { unwrappedResult } from "./message-parts";

/** Returns the result in the output of a tool call, without the name of the attribute that it was sent in. */
export function toolOutput(output: unknown): unknown {
  if (!isMembers(output)) return unwrappedResult(output);
  const [only, second] = Object.entries(output);
  return only !== undefined && second === undefined && only[0].includes(".") ? unwrappedResult(only[1]) : output;
}
