import { parse } from "yaml";
import { z } from "zod";
import { evaluationSettings } from "@/lib/api/contract/evaluation-runs/evaluation-runs";
import { rowParts } from "@/lib/api/contract/evaluations/row-parts";
import { projectId } from "@/lib/api/contract/scalars/scalars";
import { CommandLineError } from "@/scripts/commands/import-target";

const rule = z.strictObject({
  tolerance: z.number().min(0).optional(),
  direction: z.enum(["higher", "lower"]).optional(),
});

/** As text, which is how rows are compared; YAML reads `3` and `true` as other values. */
const memberValue = z.union([z.string().max(2048), z.number(), z.boolean()]).transform(String);

/** The rows that count, as requests for figures name them. */
const countedPart = z.strictObject({
  part: z.enum(rowParts).optional(),
  where: z
    .array(z.strictObject({ path: z.string().min(1).max(512), value: memberValue }))
    .max(10)
    .default([]),
});

/** A gate as a file: an evaluation, or the name of one that ran before, and what its scores may lose. */
const gateFile = z
  .strictObject({
    project: projectId.optional(),
    /** The name of an evaluation that ran before, whose settings are used again. */
    name: z.string().min(1).max(128).optional(),
    evaluation: evaluationSettings.optional(),
    /** The run to compare with, by its id or as the newest finished one of a name; by default the newest finished one of the same name. */
    baseline: z.string().min(1).max(128).optional(),
    /** By default the held-out rows, where a model was trained on others. */
    rows: countedPart.optional(),
    tolerance: z.number().min(0).default(0),
    /** By the score's id; only these count where any is named. */
    scores: z.record(z.string(), rule.nullable()).default({}),
  })
  .refine(({ name, evaluation }) => (name === undefined) !== (evaluation === undefined), {
    error: "Give either `name` or `evaluation`",
  });

export type GateFile = z.output<typeof gateFile>;

/** Reads a gate from YAML or JSON. @throws CommandLineError with the place of the fault */
export function readGateFile(text: string, fileName: string): GateFile {
  let value: unknown;
  try {
    value = parse(text);
  } catch (error) {
    throw new CommandLineError(`${fileName} is not YAML: ${error instanceof Error ? error.message : String(error)}`);
  }
  const read = gateFile.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new CommandLineError(`${fileName}: ${issue?.path.join(".") || "the file"}: ${issue?.message ?? "invalid"}`);
}

/** A gate without a file: all scores of an evaluation that ran before, with one tolerance. */
export const namedGate = (name: string, tolerance: number): GateFile => ({ name, tolerance, scores: {} });
