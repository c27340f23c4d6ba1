import { describe, expect, it } from "vitest";
import { parseAsZoom } from "./zoom-param";

describe("the zoom in the address", () => {
  it("comes back as it went there, to a tenth of a microsecond", () => {
    expect(parseAsZoom.serialize({ fromMs: 1200, toMs: 5400.51234567 })).toBe("1200~5400.5123");
    expect(parseAsZoom.parse("1200~5400.5123")).toEqual({ fromMs: 1200, toMs: 5400.5123 });
  });

  it("is none where the text says nothing or a part without length", () => {
    expect(["", "5", "5~", "a~b", "5~5", "9~5", "1e9~2e9"].map((text) => parseAsZoom.parse(text))).toEqual(
      Array.from({ length: 7 }, () => null),
    );
  });
});
