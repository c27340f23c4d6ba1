import { readStoredPrompt } from "@/lib/api/contract/objects/stored-prompt";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";

/**
 * Returns a prompt as text to read and compare: its messages under their roles, then model and parameters, one a line;
 * null for a value that is not a prompt.
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
  const settings = Object.entries(config).map(([name, setting]) => `${name}: ${stringifyJson(setting)}`);
  return [
    ...(description === null ? [] : [`description: ${description}`]),
    ...parts,
    ...(settings.length === 0 ? [] : [["config:", ...settings].join("\n")]),
  ].join("\n\n");
}
