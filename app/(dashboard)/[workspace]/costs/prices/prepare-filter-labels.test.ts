import { describe, expect, it } from "vitest";
import { filterLabels } from "./prepare-filter-labels";

describe("what narrows the list", () => {
  it("is told filter by filter, and is nothing when nothing does", () => {
    expect(filterLabels({ q: " ", models: [], providers: [], where: "", superseded: "shown" })).toEqual([]);
    expect(
      filterLabels({ q: "mini", models: ["a", "b"], providers: ["openai"], where: "", superseded: "hidden" }),
    ).toEqual(['"mini" in model or provider', "model a or b", "provider openai", "no superseded prices"]);
  });
});
