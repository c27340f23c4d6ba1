import { describe, expect, it } from "vitest";
import { filterWords } from "./prepare-filter-labels";

describe("what narrows the list", () => {
  it("is told filter by filter, and is nothing when nothing does", () => {
    expect(filterWords({ q: " ", models: [], providers: [], where: "", superseded: "shown" })).toEqual([]);
    expect(
      filterWords({ q: "mini", models: ["a", "b"], providers: ["openai"], where: "", superseded: "hidden" }),
    ).toEqual(['"mini" in model or provider', "model a or b", "provider openai", "no superseded prices"]);
  });
});
