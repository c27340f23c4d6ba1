import { describe, expect, it } from "vitest";
import { parseAsTimeSpan } from "./time-span-param";

describe("a span of time in the address", () => {
  it("survives a round trip to a tenth of a microsecond", () => {
    expect(parseAsTimeSpan.serialize({ fromMs: 1200, toMs: 5400.51234567 })).toBe("1200~5400.5123");
    expect(parseAsTimeSpan.parse("1200~5400.5123")).toEqual({ fromMs: 1200, toMs: 5400.5123 });
  });

  it("is null for invalid text or an empty range", () => {
    expect(["", "5", "5~", "a~b", "5~5", "9~5", "1e9~2e9"].map((text) => parseAsTimeSpan.parse(text))).toEqual(
      Array.from({ length: 7 }, () => null),
    );
  });
});
