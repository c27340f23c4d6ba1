import type { z } from "zod";

/** One item of the interface's validation error: location, message and type. */
export interface ValidationItem {
  readonly loc: readonly string[];
  readonly msg: string;
  readonly type: string;
}

/** The part of a request that a schema was applied to; it comes first in `loc`. */
export type RequestPart = "body" | "query" | "path" | "header";

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: "string",
  number: "number",
  int: "integer",
  boolean: "boolean",
  array: "list",
  object: "dictionary",
  record: "dictionary",
  null: "null",
};

const ARTICLES: Readonly<Record<string, string>> = { integer: "an" };

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const key of path) {
    if (typeof value !== "object" || value === null) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

/** Returns how well a branch of a union matched: unknown members mean that another branch was intended. */
function reach(issues: readonly z.core.$ZodIssue[]): number {
  if (issues.some((issue) => issue.code === "unrecognized_keys" && issue.path.length === 0)) return -1;
  return Math.max(
    0,
    ...issues.map((issue) =>
      issue.code === "invalid_union" ? issue.path.length + Math.max(0, ...issue.errors.map(reach)) : issue.path.length,
    ),
  );
}

/** Of a union's failed branches, the one that matched best is the intended one. */
function deepest(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== "invalid_union" || issue.errors.length === 0) return [issue];
  const best = issue.errors.reduce((left, right) => (reach(right) > reach(left) ? right : left));
  if (reach(best) <= 0) return [issue];
  return best.flatMap((inner) => deepest({ ...inner, path: [...issue.path, ...inner.path] }));
}

function describe(issue: z.core.$ZodIssue, input: unknown): { msg: string; type: string } {
  if (issue.code === "invalid_type") {
    if (valueAt(input, issue.path) === undefined) return { msg: "Field required", type: "missing" };
    const name = TYPE_NAMES[issue.expected] ?? issue.expected;
    return { msg: `Input should be ${ARTICLES[name] ?? "a valid"} ${name}`, type: `${name}_type` };
  }
  if (issue.code === "unrecognized_keys") {
    return { msg: `Extra members are not permitted: ${issue.keys.join(", ")}`, type: "extra_forbidden" };
  }
  if (issue.code === "invalid_union") return { msg: "Input does not match any accepted form", type: "union_error" };
  if (issue.code === "invalid_value") {
    return { msg: `Input should be ${issue.values.map((value) => `'${String(value)}'`).join(" or ")}`, type: "enum" };
  }
  return { msg: issue.message, type: issue.code };
}

/** Returns a schema's issues in the interface's shape; `loc` is the path from the part of the request to the member. */
export function validationItems(error: z.ZodError, input: unknown, part: RequestPart): ValidationItem[] {
  return error.issues.flatMap(deepest).map((issue) => ({
    loc: [part, ...issue.path.map(String)],
    ...describe(issue, input),
  }));
}
