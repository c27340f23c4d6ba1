import { readStoredPrompt } from "@/lib/api/contract/objects/stored-prompt";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { isJsonObject } from "@/lib/guard/json-object";

/** Members that are shown in another way, and the class, which no reader compares. */
const SHOWN = new Set(["description", "messages", "content", "data", "config", "_type", "_class_name", "_bases"]);

/**
 * Returns a prompt as text to read and compare: its messages under their roles, then model, parameters and all other
 * members, one per line; null for a value that is not a prompt.
 */
export function promptText(value: unknown): string | null {
  const prompt = readStoredPrompt(value);
  if (prompt === null) return null;
  const { messages, config, description } = prompt;
  const parts = messages.map(({ role, content, ...others }) => {
    const text =
      typeof content === "string" ? content : content === null || content === undefined ? "" : stringifyJson(content);
    return [`${String(role)}:`, text, ...(Object.keys(others).length > 0 ? [stringifyJson(others)] : [])].join("\n");
  });
  const rest = Object.entries(isJsonObject(value) ? value : {}).filter(([name, member]) => {
    return !SHOWN.has(name) && member !== null;
  });
  const settings = Object.entries(config).map(([name, setting]) => `${name}: ${stringifyJson(setting)}`);
  return [
    ...(description === null ? [] : [`description: ${description}`]),
    ...parts,
    ...(settings.length === 0 ? [] : [["config:", ...settings].join("\n")]),
    ...(rest.length === 0 ? [] : [rest.map(([name, member]) => `${name}: ${stringifyJson(member)}`).join("\n")]),
  ].join("\n\n");
}
