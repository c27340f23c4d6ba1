import type { AttributeSource } from "./attribute-source";

/** Names that frameworks give to the spans of tools; what follows is the tool. */
const TOOL_SPAN =
  /^(?:execute_tool|running tool:?|ai\.toolCall|tools\/call|anthropic\.(?:custom_|mcp_)?tool_use|ClaudeAgentSDK\.|claude_code\.tool)(?:\s+|$|(?<=\.))(.*)$/s;
/** OpenLLMetry names the kind behind the tool. */
const TOOL_SUFFIX = /^(.+)\.tool$/s;

/** Returns the tool in the name of a span: empty for a name that only says that it is one, null for any other name. */
export function toolInName(name: string): string | null {
  return TOOL_SPAN.exec(name)?.[1] ?? TOOL_SUFFIX.exec(name)?.[1] ?? null;
}

/** Names of Pydantic AI's first version, which are the same for every agent and tool. */
const GENERAL_NAMES: ReadonlySet<string> = new Set(["agent run", "running tool", "running tools"]);

/** Returns Logfire's words for one span, where its name is that of all such spans; null for any other. */
export function sayingOf(name: string, attributes: AttributeSource): string | null {
  if (!name.includes("{") && !GENERAL_NAMES.has(name)) return null;
  const text = attributes.at("logfire.msg");
  return typeof text === "string" && text !== "" ? text : null;
}
