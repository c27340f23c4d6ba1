import { parseJson, stringifyJson } from "@/lib/api/contract/scalars/json-text";
import type { ToolRequestPart } from "./chat-message";

const MAX_TOOL_CALLS = 4;
const MAX_ARGUMENTS_LENGTH = 80;

/** The beginning of a preview of tool calls. */
export const CALLED = "→ ";

/** Returns tool calls in one line, `→ update_flights(BTBM5E)`. */
export function requestsLine(requests: readonly ToolRequestPart[]): string {
  const texts = requests.slice(0, MAX_TOOL_CALLS).map((request) => requestText(request, MAX_ARGUMENTS_LENGTH));
  return `${CALLED}${texts.join(", ")}${requests.length > MAX_TOOL_CALLS ? ", …" : ""}`;
}

/** Returns all tool calls with all their arguments, one in each line. */
export function requestsText(requests: readonly ToolRequestPart[]): string {
  return requests.map((request) => `${CALLED}${requestText(request, Number.POSITIVE_INFINITY)}`).join("\n");
}

const requestText = ({ name, arguments: given }: ToolRequestPart, maxArguments: number) =>
  `${name}(${argumentsText(given, maxArguments)})`;

/** The values of arguments without their names: short ones say enough. */
function argumentsText(given: unknown, maxLength: number): string {
  const value = typeof given === "string" ? jsonOrText(given) : given;
  if (value === null || value === undefined) return "";
  const values = typeof value === "object" && !Array.isArray(value) ? Object.values(value) : [value];
  const text = values.map((each) => (typeof each === "string" ? each : stringifyJson(each ?? null))).join(", ");
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}

function jsonOrText(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    // Models write arguments; not all of them are JSON, and a cut preview is not.
    return text;
  }
}
