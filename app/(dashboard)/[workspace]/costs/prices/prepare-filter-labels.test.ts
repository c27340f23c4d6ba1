import { describe, expect, it } from "vitest";
import { filterLabels } from "./prepare-filter-labels";

describe("the descriptions of filters", () => {
  it("list each active filter, and are empty without filters", () => {
    expect(filterLabels({ q: " ", models: [], providers: [], where: "", superseded: "shown" })).toEqual([]);
    expect(
      filterLabels({ q: "mini", models: ["a", "b"], providers: ["openai"], where: "", superseded: "hidden" }),
    ).toEqual(['"mini" in model or provider', "model a or b", "provider openai", "no superseded prices"]);
  });
});
