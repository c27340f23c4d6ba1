import { z } from "zod";
import { errorMessage } from "@/lib/guard/error-message";
import { type JsonPathSegments, pathText } from "@/lib/json/value/json-path";
import { isMembers, type Members } from "@/lib/json/value/members";
import { checkableSchema } from "./prepare-schema";

/** A mismatch between an answer and its schema. */
interface SchemaProblem {
  /** `options[0]`; empty for the answer itself. */
  readonly path: string;
  readonly message: string;
}

/** The result of checking an answer against the requested format. */
export type AnswerCheck =
  | { readonly kind: "valid"; readonly name: string }
  | { readonly kind: "invalid"; readonly name: string; readonly problems: readonly SchemaProblem[] }
  /** The schema uses keywords that are not checked here, so there is no verdict. */
  | { readonly kind: "unchecked"; readonly name: string; readonly reason: string };

const MAX_PROBLEMS = 20;

/** The result for a JSON object of any form, which `json_object` requests. */
const ANY_OBJECT = { type: "object" };

/**
 * Checks a complete answer against `response_format`; null when the format requires nothing that can be checked.
 *
 * @param format as it was sent: `{type: "json_schema", json_schema: {name, schema}}` or `{type: "json_object"}`
 */
export function checkAnswer(text: string, format: unknown): AnswerCheck | null {
  const requested = requestedSchema(format);
  if (requested === null) return null;
  const { name, schema } = requested;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { kind: "invalid", name, problems: [{ path: "", message: `is not JSON: ${errorMessage(error)}` }] };
  }
  try {
    const issues = checkValue(value, schema);
    if (issues.length === 0) return { kind: "valid", name };
    return { kind: "invalid", name, problems: problemsOf(issues, value).slice(0, MAX_PROBLEMS) };
  } catch (error) {
    // A schema that cannot be read here gives no verdict.
    return { kind: "unchecked", name, reason: errorMessage(error) };
  }
}

function requestedSchema(format: unknown): { readonly name: string; readonly schema: unknown } | null {
  if (!isMembers(format)) return null;
  if (format.type === "json_object") return { name: "json_object", schema: ANY_OBJECT };
  if (format.type !== "json_schema" || !isMembers(format.json_schema)) return null;
  const { name, schema } = format.json_schema;
  if (schema === undefined || schema === null) return null;
  return { name: typeof name === "string" && name !== "" ? name : "the schema", schema };
}

type Issue = z.core.$ZodIssue;

function checkValue(value: unknown, schema: unknown): readonly Issue[] {
  const checkable = checkableSchema(schema);
  const isOld = "definitions" in checkable && !("$defs" in checkable);
  const checker = z.fromJSONSchema(checkable as z.core.JSONSchema.JSONSchema, {
    defaultTarget: isOld ? "draft-7" : "draft-2020-12",
    registry: z.registry(),
  });
  return checker.safeParse(value).error?.issues ?? [];
}

function problemsOf(issues: readonly Issue[], root: unknown, base: JsonPathSegments = []): readonly SchemaProblem[] {
  return issues.flatMap((issue) => problemOf(issue, root, [...base, ...(issue.path as JsonPathSegments)]));
}

function problemOf(issue: Issue, root: unknown, path: JsonPathSegments): readonly SchemaProblem[] {
  const at = (message: string, place = path): SchemaProblem => ({ path: pathText(place), message });
  if (isMissing(root, path)) return [at("is missing")];
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.keys.map((key) => at("is not in the schema", [...path, key]));
    case "invalid_union":
      return unionProblems(issue.errors, root, path);
    case "invalid_value":
      return [at(`must be ${issue.values.map((value) => JSON.stringify(value)).join(" or ") || "absent"}`)];
    case "invalid_type":
      return [at(issue.expected === "never" ? "is not allowed" : readableMessage(issue))];
    case "invalid_format":
      return [at(issue.format === "regex" ? readableMessage(issue) : `is not a valid ${issue.format}`)];
    case "not_multiple_of":
      return [at(issue.divisor === 1 ? "must be an integer" : `must be a multiple of ${issue.divisor}`)];
    default:
      return [at(readableMessage(issue))];
  }
}

function readableMessage({ message }: Issue): string {
  return message.replace(/^(?:Invalid \w+|Too small|Too big): /, "");
}

/** The intended choice is most likely the one whose problems are deepest. */
function unionProblems(
  choices: readonly (readonly Issue[])[],
  root: unknown,
  path: JsonPathSegments,
): readonly SchemaProblem[] {
  const depth = (issues: readonly Issue[]) => Math.max(0, ...issues.map((issue) => issue.path.length));
  const best = choices.toSorted((left, right) => depth(right) - depth(left) || left.length - right.length)[0];
  if (best && depth(best) > 0) return problemsOf(best, root, path);
  const expected = choices.flatMap((issues) =>
    issues.flatMap((issue) => (issue.code === "invalid_type" ? [issue.expected] : [])),
  );
  const isOnlyTypes = expected.length === choices.flat().length && expected.length > 0;
  if (isOnlyTypes) return [{ path: pathText(path), message: `expected ${[...new Set(expected)].join(" or ")}` }];
  const wrong = choices.find((issues) => issues.some(({ code }) => code !== "invalid_type"));
  return wrong
    ? problemsOf(wrong, root, path)
    : [{ path: pathText(path), message: "matches none of the alternatives" }];
}

function isMissing(root: unknown, path: JsonPathSegments): boolean {
  const last = path.at(-1);
  if (last === undefined) return false;
  const parent = path.slice(0, -1).reduce<unknown>((value, part) => (value as Members | undefined)?.[part], root);
  return isMembers(parent) && !Object.hasOwn(parent, last);
}
