import { expect, test } from "vitest";
import { MAX_OPERANDS, queryExpression } from "./query-expression";

const query = (count: number) => ({ $expr: { $or: Array.from({ length: count }, () => ({ $literal: true })) } });

test("refuses a query with too many operands as a whole", () => {
  expect(queryExpression.safeParse(query(MAX_OPERANDS)).success).toBe(true);
  const refused = queryExpression.safeParse(query(2 * MAX_OPERANDS));
  expect(refused.error?.issues).toEqual([
    expect.objectContaining({ path: [], message: "The query has more than 10000 operands" }),
  ]);
});
