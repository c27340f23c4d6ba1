import type { Members } from "@/app/(dashboard)/[workspace]/playground/draft/draft";
import { isMembers } from "@/lib/json/value/members";

/** Tools in the form of OpenAI's chat, and what could not be carried over. */
export interface ConvertedTools {
  readonly tools: readonly Members[];
  readonly unsupported: readonly string[];
}

const textOf = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

/** Reads tools in the form of OpenAI (both interfaces), Anthropic, Google and the AI SDK. */
export function readCallTools(listed: unknown): ConvertedTools {
  const tools: Members[] = [];
  const lost: string[] = [];
  const items = Array.isArray(listed) ? listed : isMembers(listed) ? Object.values(listed) : [];
  for (const item of items.flatMap(declarationsOf)) {
    const tool = convertTool(item);
    if (tool) tools.push(tool);
    else lost.push(`Tool ${toolName(item)}: specific to its provider`);
  }
  return { tools, unsupported: lost };
}

/** Google lists its functions in one entry. */
function declarationsOf(item: unknown): unknown[] {
  if (!isMembers(item)) return [item];
  const declared = item.functionDeclarations ?? item.function_declarations;
  return Array.isArray(declared) ? declared : [item];
}

function convertTool(item: unknown): Members | null {
  if (!isMembers(item)) return null;
  if (isMembers(item.function)) return { ...item, type: "function" };
  const name = textOf(item.name);
  const type = textOf(item.type);
  if (name === null || (type !== null && type !== "function" && type !== "custom")) return null;
  const given = [
    ...[item.input_schema, item.inputSchema, item.parameters],
    ...[item.parametersJsonSchema, item.parameters_json_schema],
  ].find(isMembers);
  const schema = given && isMembers(given.jsonSchema) ? given.jsonSchema : given;
  const description = textOf(item.description);
  return {
    type: "function",
    function: {
      name,
      ...(description === null ? {} : { description }),
      ...(schema ? { parameters: cleanSchema(schema) } : {}),
      ...(typeof item.strict === "boolean" ? { strict: item.strict } : {}),
    },
  };
}

function toolName(item: unknown): string {
  if (!isMembers(item)) return String(item);
  return textOf(item.name) ?? textOf(item.type) ?? Object.keys(item)[0] ?? "without a name";
}

/** Google writes the types of a schema in capitals. */
export function cleanSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(cleanSchema);
  if (!isMembers(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([name, value]) => {
      const isType = name === "type" && typeof value === "string" && /^[A-Z]+$/.test(value);
      return [name, isType ? value.toLowerCase() : cleanSchema(value)];
    }),
  );
}

const TOOL_CHOICE_NAMES: Readonly<Record<string, string>> = {
  auto: "auto",
  any: "required",
  required: "required",
  none: "none",
};

/** The tool choice in OpenAI's terms; undefined when it has no equivalent. */
export function readCallToolChoice(choice: unknown): unknown {
  if (typeof choice === "string") return TOOL_CHOICE_NAMES[choice.toLowerCase()];
  if (!isMembers(choice)) return undefined;
  if (isMembers(choice.function)) return choice;
  const name = textOf(choice.name) ?? textOf(choice.toolName);
  const type = textOf(choice.type) ?? "";
  if (name !== null && ["tool", "function"].includes(type)) return { type: "function", function: { name } };
  return TOOL_CHOICE_NAMES[type.toLowerCase()];
}
