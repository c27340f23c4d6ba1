import { describe, expect, it } from "vitest";
import { parseRecent, withRecent } from "./recent-tables";

describe("recent tables", () => {
  const opened = (digest: string, dataset: string | null = null) => ({ digest, dataset, openedMs: 1 });

  it("begin with the newest, contain each table once, and keep its origin", () => {
    const recent = withRecent([opened("b"), opened("a", "tasks:1")], opened("a"));
    expect(recent.map(({ digest, dataset }) => [digest, dataset])).toEqual([
      ["a", "tasks:1"],
      ["b", null],
    ]);
  });

  it("are limited to twelve", () => {
    const many = Array.from({ length: 40 }, (_, index) => opened(`d${index}`));
    expect(withRecent(many, opened("new"))).toHaveLength(12);
  });

  it.each([null, "not json", '{"a":1}', '[{"digest":5}]'])("are empty when %j was stored", (text) => {
    expect(parseRecent(text)).toEqual([]);
  });
});
