import { describe, expect, it } from "vitest";
import { parseCondition } from "./parse-condition";
import { costExpression } from "./prepare-price-query";

const cheap = '{"$lt": [{"$getField": "prompt_token_cost"}, {"$literal": 0.000001}]}';

describe("a typed expression", () => {
  it("is accepted with or without its wrapper", () => {
    const bare = parseCondition(cheap);
    expect(bare).toEqual({
      kind: "condition",
      operand: { $lt: [{ $getField: "prompt_token_cost" }, { $literal: 0.000001 }] },
    });
    expect(parseCondition(`{"$expr": ${cheap}}`)).toEqual(bare);
  });

  it("is combined with the other filters of the list", () => {
    const typed = parseCondition(cheap);
    const condition = typed.kind === "condition" ? typed.operand : null;
    const selection = { q: "", models: ["m"], providers: [], leftOut: [], condition };
    expect(costExpression(selection)).toMatchObject({
      $expr: { $and: [{ $in: expect.anything() }, { $lt: expect.anything() }] },
    });
    expect(costExpression({ ...selection, models: [], condition: null })).toBeUndefined();
  });

  it.each(["{", "[]", "7", '"text"', '{"$like": []}', '{"$gt": [{"$getField": "x"}]}'])("rejects %s", (text) => {
    expect(parseCondition(text).kind).toBe("broken");
  });
});
