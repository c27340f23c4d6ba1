import { type Operand, queryExpression } from "@/lib/api/contract/query/query-expression";
import { parseJson } from "@/lib/api/contract/scalars/json-text";
import { isMembers } from "@/lib/json/value/members";

/** The result of parsing an expression: empty, a condition, or invalid with the reason. */
export type ParsedCondition =
  | { readonly kind: "none" }
  | { readonly kind: "condition"; readonly operand: Operand }
  | { readonly kind: "broken"; readonly message: string };

/** Parses a typed query expression: the full `{"$expr": …}`, or its content. */
export function parseCondition(text: string): ParsedCondition {
  if (text.trim() === "") return { kind: "none" };
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    return { kind: "broken", message: "Invalid JSON" };
  }
  if (!isMembers(value)) {
    return { kind: "broken", message: 'An expression must be an object such as {"$gt": […]}' };
  }
  const expression = "$expr" in value ? value : { $expr: value };
  const read = queryExpression.safeParse(expression);
  if (read.success) return { kind: "condition", operand: read.data.$expr };
  const [issue] = read.error.issues;
  const place = issue?.path.join(".") ?? "";
  return { kind: "broken", message: `Invalid expression${place === "" ? "" : `, at ${place}`}` };
}
