import { z } from "zod";
import { jsonObject, number } from "@/lib/api/contract/scalars/scalars";

const MAX_SCORERS = 20;
const MAX_PATTERN_LENGTH = 2000;
const MAX_TEXTS = 50;
const MAX_PROMPT_LENGTH = 50_000;

/** The key of a score, and the name of a generated Python function: an identifier that is not a word of Python. */
const PYTHON_KEYWORD =
  /^(?:False|None|True|and|as|assert|async|await|break|class|continue|def|del|elif|else|except|finally|for|from|global|if|import|in|is|lambda|nonlocal|not|or|pass|raise|return|try|while|with|yield)$/;

const scorerName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/, { error: "Use letters, digits and _, and begin with a letter" })
  .refine((name) => !PYTHON_KEYWORD.test(name), { error: "This is a word of Python. Choose another name" })
  // Members of a run's output that are not scores.
  .refine((name) => !["output", "model_output", "model_success", "model_latency"].includes(name), {
    error: "A run's output already has a member of this name",
  });

export const answerPath = z
  .string()
  .max(500)
  .default("")
  .describe("Where the answer is inside the output: members and indexes, separated by dots. Empty for all of it.");

const column = z
  .string()
  .min(1, { error: "Choose a column" })
  .max(500)
  .describe("A column of the table, or a path into it: members and indexes, separated by dots.");

const isCaseFolded = z.boolean().default(false).describe("Upper and lower case are equal.");

const exactScorer = z.strictObject({
  kind: z.literal("exact"),
  name: scorerName,
  answer_path: answerPath,
  expected: column,
  trim: z.boolean().default(true).describe("Ignores white space at both ends."),
  fold_case: isCaseFolded,
});

const containsScorer = z
  .strictObject({
    kind: z.literal("contains"),
    name: scorerName,
    answer_path: answerPath,
    texts: z
      .array(z.string().min(1, { error: "An empty text is in every answer" }))
      .max(MAX_TEXTS)
      .default([]),
    column: column.nullish().describe("A column with the text, or the texts, of each row; instead of `texts`."),
    match: z.enum(["any", "all"]).default("any"),
    fold_case: isCaseFolded,
  })
  .refine(({ texts, column: named }) => texts.length > 0 !== Boolean(named), {
    error: "Enter texts, or choose a column",
    path: ["texts"],
  });

const regexScorer = z.strictObject({
  kind: z.literal("regex"),
  name: scorerName,
  answer_path: answerPath,
  pattern: z.string().min(1, { error: "An empty pattern matches every answer" }).max(MAX_PATTERN_LENGTH),
  flags: z
    .string()
    .regex(/^(?!.*(.).*\1)[ims]*$/, { error: "Use i, m and s, each at most once" })
    .default(""),
  match: z.enum(["part", "whole"]).default("part"),
});

const jsonSchemaScorer = z.strictObject({
  kind: z.literal("json_schema"),
  name: scorerName,
  answer_path: answerPath,
  schema: z.union([jsonObject, z.boolean()]).describe("JSON Schema, draft 2020-12."),
  take_fenced: z.boolean().default(true).describe("Reads the first fenced block of a text that has one."),
});

const numberScorer = z.strictObject({
  kind: z.literal("number"),
  name: scorerName,
  answer_path: answerPath,
  expected: column,
  absolute: number.pipe(z.number().min(0, { error: "At least 0" })).default(0),
  relative: number.pipe(z.number().min(0, { error: "At least 0" })).default(0),
  find: z
    .enum(["only", "first", "last"])
    .default("last")
    .describe("Which number of a text counts. `only`: the text must have exactly one."),
});

const judgeModel = z.string().min(1, { error: "Choose a model" }).max(500);

const judgePrompt = (needed: readonly string[]) =>
  z
    .string()
    .min(1, { error: "Enter a prompt" })
    .max(MAX_PROMPT_LENGTH)
    .refine((prompt) => needed.every((name) => prompt.includes(`{${name}}`)), {
      error: `The prompt must contain ${needed.map((name) => `{${name}}`).join(" and ")}`,
    });

const judgeScorer = z
  .strictObject({
    kind: z.literal("judge"),
    name: scorerName,
    answer_path: answerPath,
    model: judgeModel,
    prompt: judgePrompt(["output"]).describe(
      "With {output} and {columns}, as Python's format() reads it: a literal brace is doubled.",
    ),
    scale: z.enum(["yes_no", "one_to_five", "zero_to_one"]).default("yes_no"),
    pass_mark: number.pipe(z.number()).nullish().describe("The least score that passes; yes for `yes_no`."),
  })
  .refine(
    ({ scale, pass_mark: mark }) =>
      mark == null || scale === "yes_no" || (scale === "one_to_five" ? mark >= 1 && mark <= 5 : mark >= 0 && mark <= 1),
    { error: "Outside of the scale", path: ["pass_mark"] },
  );

const pairwiseScorer = z.strictObject({
  kind: z.literal("pairwise"),
  name: scorerName,
  answer_path: answerPath,
  model: judgeModel,
  prompt: judgePrompt(["output_a", "output_b"]),
  baseline_call_id: z
    .string()
    .min(1, { error: "Choose the evaluation to compare with" })
    .max(128)
    .describe("The root call of the evaluation to compare with."),
});

export const scorer = z.discriminatedUnion("kind", [
  exactScorer,
  containsScorer,
  regexScorer,
  jsonSchemaScorer,
  numberScorer,
  judgeScorer,
  pairwiseScorer,
]);

/** The scorers of one answer, with unique names; none where people score it. */
export const namedScorersOrNone = z
  .array(scorer)
  .max(MAX_SCORERS)
  .superRefine((scorers, context) => {
    const names = new Set<string>();
    for (const [index, { name }] of scorers.entries()) {
      if (names.has(name))
        context.addIssue({ code: "custom", path: [index, "name"], message: "Two scorers have this name" });
      names.add(name);
    }
  });

/** The scorers of one answer, with unique names. */
export const namedScorers = namedScorersOrNone.min(1, { error: "Add a scorer" });

export type Scorer = z.output<typeof scorer>;
export type ScorerInput = z.input<typeof scorer>;
export type ScorerOf<Kind extends Scorer["kind"]> = Extract<Scorer, { kind: Kind }>;
