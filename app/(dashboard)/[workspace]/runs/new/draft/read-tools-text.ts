import type { RunTools } from "@/lib/api/contract/training-runs/training-run-tools";
import { errorMessage } from "@/lib/guard/error-message";
import { isJsonObject } from "@/lib/guard/json-object";

type Definitions = RunTools["definitions"];

/** Declared tools as typed, or the reason why they cannot be read. */
interface ReadToolsText {
  readonly definitions: Definitions;
  readonly problem: string | null;
}

const problemOf = (problem: string): ReadToolsText => ({ definitions: [], problem });

/**
 * Reads declared tools: a JSON list of functions, each alone or inside `{"type": "function", "function": …}`. The service
 * checks the names.
 */
export function readToolsText(text: string): ReadToolsText {
  if (text.trim() === "") return { definitions: [], problem: null };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return problemOf(`Not JSON: ${errorMessage(error)}`);
  }
  const definitions: Definitions = [];
  for (const [index, item] of (Array.isArray(value) ? value : [value]).entries()) {
    const declared = isJsonObject(item) && isJsonObject(item.function) ? item.function : item;
    if (!isJsonObject(declared) || typeof declared.name !== "string")
      return problemOf(`Tool ${index + 1} has no name. Write {"name": "get_order", "parameters": {…}}`);
    definitions.push({ type: "function", function: { ...declared, name: declared.name } });
  }
  return { definitions, problem: null };
}

/** Returns declared tools as they would be typed. */
export function toolsText(definitions: Definitions): string {
  return JSON.stringify(
    definitions.map((definition) => definition.function),
    null,
    2,
  );
}
