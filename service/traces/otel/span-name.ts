import type { AttributeSource } from "./attribute-source";

/** Beginnings of the names that frameworks give to the spans of tools; what follows is the tool. */
const TOOL_SPANS = [
  ...["execute_tool", "running tool:", "running tool", "ai.toolCall", "tools/call", "claude_code.tool"],
  ...["anthropic.tool_use", "anthropic.custom_tool_use", "anthropic.mcp_tool_use"],
];
const CLAUDE_AGENT_TOOL = "ClaudeAgentSDK.";
/** OpenLLMetry names the kind behind the tool. */
const TOOL_SUFFIX = ".tool";

/** Returns the tool in the name of a span: empty for a name that only says that it is one, null for any other name. */
export function toolInName(name: string): string | null {
  for (const beginning of TOOL_SPANS) {
    if (name === beginning) return "";
    if (name.startsWith(`${beginning} `)) return name.slice(beginning.length).trim();
  }
  if (name.startsWith(CLAUDE_AGENT_TOOL)) return name.slice(CLAUDE_AGENT_TOOL.length);
  return name.length > TOOL_SUFFIX.length && name.endsWith(TOOL_SUFFIX) ? name.slice(0, -TOOL_SUFFIX.length) : null;
}

/** Returns Logfire's words for one span, where its name is the template of all such spans; null for any other. */
export function sayingOf(name: string, attributes: AttributeSource): string | null {
  if (!name.includes("{")) return null;
  const text = attributes.at("logfire.msg");
  return typeof text === "string" && text !== "" ? text : null;
}
