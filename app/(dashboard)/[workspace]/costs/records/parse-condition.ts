import { type Operand, queryExpression } from "@/lib/api/contract/query/query-expression";
import { parseJson } from "@/lib/api/contract/scalars/json-text";
import { isMembers } from "@/lib/json/value/members";

/** What a typed expression is: nothing, a condition, or no expression with the reason. */
export type ParsedCondition =
  | { readonly kind: "none" }
  | { readonly kind: "condition"; readonly operand: Operand }
  | { readonly kind: "broken"; readonly message: string };

/** Reads a query expression as it is typed: the whole `{"$expr": …}`, or what stands in it. */
export function parseCondition(text: string): ParsedCondition {
  if (text.trim() === "") return { kind: "none" };
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    return { kind: "broken", message: "This is no JSON" };
  }
  if (!isMembers(value)) {
    return { kind: "broken", message: 'An expression is an object such as {"$gt": […]}' };
  }
  const whole = "$expr" in value ? value : { $expr: value };
  const read = queryExpression.safeParse(whole);
  if (read.success) return { kind: "condition", operand: read.data.$expr };
  const [issue] = read.error.issues;
  const place = issue?.path.join(".") ?? "";
  return { kind: "broken", message: `This is no expression${place === "" ? "" : `, at ${place}`}` };
}
