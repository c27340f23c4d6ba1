import { describe, expect, it } from "vitest";
import { recordMembers } from "./prepare-record-members";

describe("the members of a record", () => {
  it("are those of the interface in its order, then others, with small prices without exponents", () => {
    const members = recordMembers({
      extra: { a: 1 },
      cache_read_input_token_cost: null,
      completion_token_cost: 1.5e-7,
      prompt_token_cost: 0.0000025,
      id: "x",
      llm_id: "gpt-4o",
      provider_id: "openai",
    });
    expect(members.map(({ name, text }) => [name, text])).toEqual([
      ["id", "x"],
      ["llm_id", "gpt-4o"],
      ["prompt_token_cost", "0.0000025"],
      ["completion_token_cost", "0.00000015"],
      ["prompt_token_cost_unit", null],
      ["completion_token_cost_unit", null],
      ["effective_date", null],
      ["provider_id", "openai"],
      ["extra", '{"a":1}'],
      ["cache_read_input_token_cost", null],
    ]);
  });
});
