import { unknownColumnMessage } from "@/lib/api/contract/evaluation-runs/column-map";
import type { Scorer } from "@/lib/api/contract/evaluation-runs/scorers";
import { compilePattern, PatternError } from "./common-pattern";
import { compileSchema, SchemaError } from "./json-schema";
import { TemplateError, templateNames } from "./prompt-template";

/** One parameter that cannot be used: the member, and what is wrong with it. */
export interface ScorerProblem {
  readonly member: string;
  readonly message: string;
}

/** Names of a judge's prompt that are not columns. */
const OWN_NAMES: ReadonlySet<string> = new Set(["output", "output_a", "output_b"]);

function firstStep(path: string, columns: ReadonlySet<string>): string {
  return columns.has(path) ? path : (path.split(".")[0] ?? path);
}

function columnsNamedBy(scorer: Scorer): readonly { member: string; column: string }[] {
  switch (scorer.kind) {
    case "exact":
    case "number":
      return [{ member: "expected", column: scorer.expected }];
    case "contains":
      return scorer.column ? [{ member: "column", column: scorer.column }] : [];
    case "judge":
    case "pairwise":
      return templateNames(scorer.prompt)
        .filter((name) => !OWN_NAMES.has(name))
        .map((column) => ({ member: "prompt", column }));
    default:
      return [];
  }
}

/** Returns what the schema of the contract cannot check: patterns, schemas, templates, and columns that no row has. */
export function scorerProblems(scorer: Scorer, columns: ReadonlySet<string>): ScorerProblem[] {
  try {
    if (scorer.kind === "regex") compilePattern(scorer.pattern, scorer.flags);
    if (scorer.kind === "json_schema") compileSchema(scorer.schema);
    return columnsNamedBy(scorer)
      .filter(({ column }) => !columns.has(firstStep(column, columns)))
      .map(({ member, column }) => ({ member, message: unknownColumnMessage(firstStep(column, columns)) }));
  } catch (error) {
    if (error instanceof PatternError) return [{ member: "pattern", message: error.message }];
    if (error instanceof SchemaError) return [{ member: "schema", message: error.message }];
    if (error instanceof TemplateError) return [{ member: "prompt", message: error.message }];
    throw error;
  }
}
