import { describe, expect, it } from "vitest";
import { costQuery } from "@/lib/api/contract/costs/costs";
import { allRequest, costExpression, pageLength, pricePageRequest, recordRequest } from "./prepare-price-query";

const nothing = { q: "", models: [], providers: [], condition: null, leftOut: [] };

describe("the request of the list", () => {
  it("has no query when all records are requested", () => {
    expect(costExpression({ ...nothing, q: "  " })).toBeUndefined();
  });

  it("combines models, providers and search text, and excludes records by id", () => {
    const expression = costExpression({
      q: "mini",
      models: ["a", "b"],
      providers: ["openai"],
      condition: null,
      leftOut: ["x"],
    });
    expect(expression).toEqual({
      $expr: {
        $and: [
          { $in: [{ $getField: "llm_id" }, [{ $literal: "a" }, { $literal: "b" }]] },
          { $in: [{ $getField: "provider_id" }, [{ $literal: "openai" }]] },
          {
            $or: [
              { $contains: { input: { $getField: "llm_id" }, substr: { $literal: "mini" }, case_insensitive: true } },
              {
                $contains: {
                  input: { $getField: "provider_id" },
                  substr: { $literal: "mini" },
                  case_insensitive: true,
                },
              },
            ],
          },
          { $not: [{ $in: [{ $getField: "id" }, [{ $literal: "x" }]] }] },
        ],
      },
    });
  });

  it("requests the fields of the shown columns and those every record needs, one record more than a page, and a fixed order", () => {
    const request = pricePageRequest({
      projectId: "e/p",
      selection: nothing,
      fields: ["prompt_token_cost", "id"],
      sort: { field: "prompt_token_cost", direction: "desc" },
      limit: 50,
      offset: 100,
    });
    expect(request).toEqual({
      project_id: "e/p",
      fields: ["id", "llm_id", "effective_date", "prompt_token_cost"],
      sort_by: [
        { field: "prompt_token_cost", direction: "desc" },
        { field: "llm_id", direction: "asc" },
        { field: "effective_date", direction: "desc" },
        { field: "id", direction: "desc" },
      ],
      limit: 51,
      offset: 100,
    });
  });

  it("is accepted by the contract, like those of the full project and of one record", () => {
    const selection = { q: "x", models: ["a"], providers: ["b"], condition: null, leftOut: ["c"] };
    const sort = { field: "llm_id", direction: "asc" } as const;
    const page = pricePageRequest({ projectId: "e/p", selection, fields: [], sort, limit: 1, offset: 0 });
    for (const request of [page, allRequest("e/p"), recordRequest("e/p", "id")]) {
      expect(() => costQuery.parse(request)).not.toThrow();
    }
  });

  it("keeps the page length within limits", () => {
    expect([pageLength(-3), pageLength(50), pageLength(1e9)]).toEqual([1, 50, 5000]);
  });
});
