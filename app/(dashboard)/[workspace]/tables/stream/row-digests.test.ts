import { describe, expect, it } from "vitest";
import { splitDigests } from "./row-digests";

describe("the filter by row digests", () => {
  it("reads digests that are separated by commas, spaces or lines, each once", () => {
    expect(splitDigests(" a,b,\nc  a ")).toEqual(["a", "b", "c"]);
    expect(splitDigests("")).toEqual([]);
  });
});
