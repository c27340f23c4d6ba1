import type { ValidateFunction } from "ajv/dist/2020.js";
import { LRUCache } from "lru-cache";
import { RE2JS } from "re2js";
import type { ScorerOf } from "@/lib/api/contract/evaluation-runs/scorers";
import { errorMessage } from "@/lib/guard/error-message";
import { packageOnUse } from "@/service/kernel/packages/package-on-use";
import type { ScoredAnswer } from "./score";
import { answerAtPath } from "./value-at-path";

const ajvPackage = packageOnUse<typeof import("ajv/dist/2020.js")>("ajv/dist/2020.js");

/** A schema that cannot be used; the message says why. */
export class SchemaError extends Error {
  override readonly name = "SchemaError";
}

export interface SchemaScore {
  readonly valid: boolean;
  readonly errors: readonly string[];
}

const MAX_ERRORS = 20;
const MAX_SCHEMA_LENGTH = 100_000;

/** `pattern` of a schema runs in an engine that cannot backtrack. */
const linearPatterns = Object.assign(
  (pattern: string) => {
    const engine = RE2JS.compile(pattern);
    // Its text is the key under which a validator keeps it.
    return { test: (value: string) => engine.matcher(value).find(), toString: () => `/${pattern}/` };
  },
  // Only written into code that stands alone, which is not made here.
  { code: "new RegExp" },
);

const compiled = new LRUCache<string, ValidateFunction>({ max: 100 });

/** Compiles a schema of draft 2020-12. @throws SchemaError, also for a schema that is elsewhere */
export function compileSchema(schema: ScorerOf<"json_schema">["schema"]): ValidateFunction {
  const text = JSON.stringify(schema);
  const known = compiled.get(text);
  if (known) return known;
  if (text.length > MAX_SCHEMA_LENGTH)
    throw new SchemaError(`The schema is longer than ${MAX_SCHEMA_LENGTH} characters.`);
  const ajv = new (ajvPackage().default)({
    allErrors: true,
    strict: false,
    // In this draft `format` is a remark, not a check.
    validateFormats: false,
    logger: false,
    code: { regExp: linearPatterns },
  });
  try {
    const validate = ajv.compile(schema);
    compiled.set(text, validate);
    return validate;
  } catch (error) {
    throw new SchemaError(errorMessage(error));
  }
}

/** A fence is taken as a whole: parts of a long one would each be tried to the end of the text. */
const FENCE = /^[ \t]*(`{3,}(?!`)|~{3,}(?!~))[^\n]*\n([\s\S]*?)\n?^[ \t]*\1[ \t]*$/m;

/** Returns the content of the first fenced block, or the text itself. */
export function unfenced(text: string): string {
  return FENCE.exec(text)?.[2] ?? text;
}

/** Returns whether the answer fits the schema, and what does not. A text that is not JSON does not fit. */
export function scoreJsonSchema(scorer: ScorerOf<"json_schema">, { output }: ScoredAnswer): SchemaScore {
  const validate = compileSchema(scorer.schema);
  const answer = scorer.answer_path === "" ? output : answerAtPath(output, scorer.answer_path);
  if (answer === undefined) return { valid: false, errors: [`The answer has no ${scorer.answer_path}`] };
  let value = answer;
  if (typeof answer === "string") {
    try {
      value = JSON.parse(scorer.take_fenced ? unfenced(answer) : answer);
    } catch (error) {
      return { valid: false, errors: [`Not JSON: ${errorMessage(error)}`] };
    }
  }
  if (validate(value)) return { valid: true, errors: [] };
  const errors = (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || "/"} ${message ?? ""}`);
  return { valid: false, errors: errors.slice(0, MAX_ERRORS) };
}
