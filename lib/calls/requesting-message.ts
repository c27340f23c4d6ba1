import { parseTruncatedJson } from "@/lib/json/scan/cut-json";

/** Returns the list of tool calls that a service returns as JSON text, as the message that it is of. */
export function requestingMessage(toolCalls: string): unknown {
  return { role: "assistant", tool_calls: parseTruncatedJson(toolCalls) };
}
