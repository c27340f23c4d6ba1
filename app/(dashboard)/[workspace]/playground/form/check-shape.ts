import { z } from "zod";
import { plainNumber } from "@/lib/api/contract/scalars/json-text";

const NAME = /^[\w-]{1,64}$/;
const nameRule = z.string({ error: "is missing" }).regex(NAME, {
  error: "may hold letters, digits, _ and -, at most 64 of them",
});
const OUTSIDE = "is outside of -100 to 100";
const schemaRule = z.looseObject({ type: z.unknown() }, { error: "must be an object with a type" });

const functionTool = z.looseObject({
  type: z.literal("function", { error: 'must be "function" in OpenAI\'s interface' }),
  function: z.looseObject({ name: nameRule, parameters: schemaRule.optional() }, { error: "is missing" }),
});

const jsonSchemaFormat = z.looseObject({
  json_schema: z.looseObject({ name: nameRule, schema: schemaRule }, { error: "is missing" }),
});

/** The problems of a tool, by their path in it. Servers may accept more than OpenAI's interface describes. */
export function toolWarnings(tool: unknown): readonly string[] {
  return warningsOf(functionTool.safeParse(tool));
}

/** The problems of a response format. */
export function formatWarnings(format: unknown): readonly string[] {
  const type = z.looseObject({ type: z.string() }).safeParse(format).data?.type;
  if (type === undefined) return ["type is missing"];
  return type === "json_schema" ? warningsOf(jsonSchemaFormat.safeParse(format)) : [];
}

const bias = z
  .unknown()
  .transform(plainNumber)
  .pipe(z.number({ error: "must be a number" }).min(-100, OUTSIDE).max(100, OUTSIDE));

/** Parameters written as JSON whose shape OpenAI's interface describes. */
const shapes: Readonly<Record<string, z.ZodType>> = {
  functions: z.array(
    z.looseObject({ name: nameRule, parameters: schemaRule.optional() }, { error: "must be an object" }),
  ),
  logit_bias: z.record(z.string().regex(/^\d+$/), bias, {
    error: ({ code }) => (code === "invalid_key" ? "must be a token id" : undefined),
  }),
  modalities: z.array(z.enum(["text", "audio"], { error: "must be text or audio" })),
  extra_headers: z.record(z.string(), z.string({ error: "must be a string" })),
};

/** The problems of a parameter that is written as JSON. */
export function parameterWarnings(name: string, value: unknown): readonly string[] {
  const shape = shapes[name];
  return shape ? warningsOf(shape.safeParse(value)) : [];
}

function warningsOf(parsed: z.ZodSafeParseResult<unknown>): readonly string[] {
  return (parsed.error?.issues ?? []).map(({ path, message }) => `${path.join(".") || "it"} ${message}`);
}

/** The summary of a tool for its row. */
export interface ToolFacts {
  readonly name: string;
  readonly arguments: string;
  readonly isStrict: boolean;
}

const shown = z.object({
  function: z.object({
    name: z.string(),
    strict: z.boolean().optional().catch(undefined),
    parameters: z
      .object({ properties: z.record(z.string(), z.unknown()) })
      .optional()
      .catch(undefined),
  }),
});

/** The name and the arguments of a tool; null when it has none that can be read. */
export function toolFacts(tool: unknown): ToolFacts | null {
  const read = shown.safeParse(tool).data?.function;
  if (!read) return null;
  const names = Object.keys(read.parameters?.properties ?? {});
  return { name: read.name, arguments: names.join(", "), isStrict: read.strict === true };
}
