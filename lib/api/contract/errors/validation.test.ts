import { describe, expect, it } from "vitest";
import { z } from "zod";
import { callUpsertBatch } from "@/lib/api/contract/calls/calls";
import { queryExpression } from "@/lib/api/contract/query/query-expression";
import { validationItems } from "./validation";

function itemsOf(schema: z.ZodType, input: unknown) {
  const result = schema.safeParse(input);
  return result.success ? [] : validationItems(result.error, input, "body");
}

describe("validationItems", () => {
  it("names a missing member by its path, as text", () => {
    const items = itemsOf(callUpsertBatch, { batch: [{ mode: "start", req: { start: { project_id: "e/p" } } }] });
    expect(items).toContainEqual({
      loc: ["body", "batch", "0", "req", "start", "op_name"],
      msg: "Field required",
      type: "missing",
    });
  });

  it("names the expected type", () => {
    expect(
      itemsOf(z.object({ filter: z.object({ latest_only: z.boolean() }) }), { filter: { latest_only: 1 } }),
    ).toEqual([
      { loc: ["body", "filter", "latest_only"], msg: "Input should be a valid boolean", type: "boolean_type" },
    ]);
  });

  it("reports the branch of a union that matched best", () => {
    const items = itemsOf(queryExpression, { $expr: { $and: [{ $eq: [{ $getField: 7 }, { $literal: 1 }] }] } });
    expect(items[0]?.loc).toEqual(["body", "$expr", "$and", "0", "$eq", "0", "$getField"]);
  });

  it("lists the values of an enumeration", () => {
    expect(itemsOf(z.object({ direction: z.enum(["asc", "desc"]) }), { direction: "up" })).toEqual([
      { loc: ["body", "direction"], msg: "Input should be 'asc' or 'desc'", type: "enum" },
    ]);
  });
});
