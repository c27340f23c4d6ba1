import { z } from "zod";
import { integer, jsonObject } from "@/lib/api/contract/scalars/scalars";

const MAX_TOOLS = 64;
const MAX_PROMPT_LENGTH = 50_000;
const MIN_TURNS = 2;
const MAX_TURNS = 32;

/** The names in a simulator's prompt that are not columns of the task. */
export const SIMULATOR_NAMES = ["tool_name", "tool_arguments", "conversation"] as const;

/** The name under which scorers read all messages of a rollout with tools, as text. */
export const CONVERSATION_COLUMN = "conversation";

const toolDefinition = z.looseObject({
  type: z.literal("function"),
  function: z.looseObject({
    name: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, { error: "Use letters, digits, _ and -" }),
    description: z.string().nullish(),
    parameters: jsonObject.nullish().describe("The JSON schema of the arguments."),
  }),
});

const simulatorPrompt = z
  .string()
  .min(1, { error: "Enter a prompt" })
  .max(MAX_PROMPT_LENGTH)
  .refine((prompt) => ["tool_name", "tool_arguments"].every((name) => prompt.includes(`{${name}}`)), {
    error: "The prompt must contain {tool_name} and {tool_arguments}",
  });

const toolAnswers = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("simulator"),
    model: z.string().min(1, { error: "Choose a model" }).max(500).describe("Its answer is the result of the tool."),
    prompt: simulatorPrompt.describe(
      "With {tool_name}, {tool_arguments}, {conversation} and {columns} of the task; a literal brace is doubled.",
    ),
  }),
  z
    .strictObject({ kind: z.literal("recorded") })
    .describe("Results of calls with the same name and arguments in the task's thread; an error for all others."),
]);

/** Tools that the model may call, and how they are answered. */
export const runTools = z.strictObject({
  definitions: z
    .array(toolDefinition)
    .min(1, { error: "Declare a tool" })
    .max(MAX_TOOLS)
    .superRefine((definitions, context) => {
      const names = definitions.map((one) => one.function.name);
      for (const [index, name] of names.entries()) {
        if (names.indexOf(name) !== index)
          context.addIssue({ code: "custom", path: [index, "function", "name"], message: "Two tools have this name" });
      }
    })
    .describe("The member `tools` of each request."),
  answers: toolAnswers,
  max_turns: integer
    .pipe(z.number().min(MIN_TURNS).max(MAX_TURNS))
    .default(8)
    .describe("Requests of a rollout. It ends with an answer without tool calls, or at this limit."),
});

export type RunTools = z.output<typeof runTools>;
