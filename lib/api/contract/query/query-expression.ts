import { z } from "zod";
import { plainNumber } from "@/lib/api/contract/scalars/json-text";

/** A value in a query expression. Lists and objects cannot be compared, so they are not values. */
export type Literal = string | number | boolean | null;

export type ConvertTarget = "double" | "string" | "int" | "bool" | "exists";

export interface TextMatch {
  input: Operand;
  substr: Operand;
  case_insensitive?: boolean | null | undefined;
}

/** One operation of a query expression; exactly one member is present. */
type ExpressionOperation =
  | { $and: Operand[] }
  | { $or: Operand[] }
  | { $not: [Operand] }
  | { $eq: [Operand, Operand] }
  | { $gt: [Operand, Operand] }
  | { $gte: [Operand, Operand] }
  | { $lt: [Operand, Operand] }
  | { $lte: [Operand, Operand] }
  | { $in: [Operand, Operand[]] }
  | { $contains: TextMatch }
  | { $containsToken: TextMatch };

export type Operand =
  | { $literal: Literal }
  | { $getField: string }
  | { $convert: { input: Operand; to: ConvertTarget } }
  | ExpressionOperation;

const literal = z.preprocess(plainNumber, z.union([z.string(), z.number(), z.boolean(), z.null()]));
const operandRef = z.lazy((): z.ZodType<Operand> => operand);
const pair = z.tuple([operandRef, operandRef]);
const textMatch = z.object({
  input: operandRef,
  substr: operandRef,
  case_insensitive: z.boolean().nullish(),
});

export const operand: z.ZodType<Operand> = z.union([
  z.strictObject({ $literal: literal }),
  z.strictObject({ $getField: z.string() }),
  z.strictObject({
    $convert: z.object({ input: operandRef, to: z.enum(["double", "string", "int", "bool", "exists"]) }),
  }),
  z.strictObject({ $and: z.array(operandRef) }),
  z.strictObject({ $or: z.array(operandRef) }),
  z.strictObject({ $not: z.tuple([operandRef]) }),
  z.strictObject({ $eq: pair }),
  z.strictObject({ $gt: pair }),
  z.strictObject({ $gte: pair }),
  z.strictObject({ $lt: pair }),
  z.strictObject({ $lte: pair }),
  z.strictObject({ $in: z.tuple([operandRef, z.array(operandRef)]) }),
  z.strictObject({ $contains: textMatch }),
  z.strictObject({ $containsToken: textMatch }),
]);

const expression = z.strictObject({ $expr: operand });

export type QueryExpression = z.infer<typeof expression>;

/** Maximum number of operands, more than any real query has. */
export const MAX_OPERANDS = 10_000;

/** True when a value contains more than `most` objects, at any depth. Costs far less than checking them. */
function hasMoreObjects(value: unknown, most: number): boolean {
  const pending: unknown[] = [value];
  let count = 0;
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next !== "object" || next === null) continue;
    if (!Array.isArray(next)) count += 1;
    if (count > most) return true;
    for (const inner of Object.values(next)) pending.push(inner);
  }
  return false;
}

function rejectTooManyOperands(value: QueryExpression, context: z.RefinementCtx): QueryExpression {
  // An operand is one or two objects: its operation, and the operation's named arguments.
  if (!hasMoreObjects(value, 2 * MAX_OPERANDS)) return value;
  context.addIssue({ code: "custom", message: `The query has more than ${MAX_OPERANDS} operands`, input: value });
  return z.NEVER;
}

/**
 * `{"$expr": operation}`: the condition language of calls, cost and feedback queries. A query with too many operands is
 * refused before they are checked one by one, which could block a service for seconds.
 */
export const queryExpression = z.preprocess(rejectTooManyOperands, expression);
