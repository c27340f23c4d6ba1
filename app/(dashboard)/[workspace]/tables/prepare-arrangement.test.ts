import { describe, expect, it } from "vitest";
import { cellParam, parseCell, splitDigests, toggled } from "./prepare-arrangement";
import { arrivalText } from "./prepare-arrival";
import { parseRecent, withRecent } from "./recent-tables";

describe("the arrangement of a sheet", () => {
  it("reads digests that are separated by commas, blanks or lines, each once", () => {
    expect(splitDigests(" a,b,\nc  a ")).toEqual(["a", "b", "c"]);
    expect(splitDigests("")).toEqual([]);
  });

  it("finds the open cell again, whatever its column is called", () => {
    expect(parseCell(cellParam(71356, 'a["odd name"].x 1'))).toEqual({
      rowNumber: 71356,
      columnId: 'a["odd name"].x 1',
    });
    expect(parseCell("tool_calls")).toBeNull();
    expect(parseCell(null)).toBeNull();
  });

  it("turns an entry on and off", () => {
    expect(toggled(["a"], "b")).toEqual(["a", "b"]);
    expect(toggled(["a", "b"], "a")).toEqual(["b"]);
  });
});

describe("arriving rows", () => {
  it("are counted, with the share and the time left where the total is known", () => {
    expect(arrivalText(182_400, 273_600, 8000)).toEqual({ count: "Streaming 182,400 rows", rest: "66%, 4 s left" });
  });

  it("have no share when the total is not known, and no time left at the very beginning", () => {
    expect(arrivalText(500, null, 8000)).toEqual({ count: "Streaming 500 rows so far", rest: "" });
    expect(arrivalText(500, 1000, 10)).toEqual({ count: "Streaming 500 rows", rest: "50%" });
  });
});

describe("recent tables", () => {
  const opened = (digest: string, dataset: string | null = null) => ({ digest, dataset, openedMs: 1 });

  it("begin with the newest, hold each once, and keep a known origin", () => {
    const recent = withRecent([opened("b"), opened("a", "tasks:1")], opened("a"));
    expect(recent.map(({ digest, dataset }) => [digest, dataset])).toEqual([
      ["a", "tasks:1"],
      ["b", null],
    ]);
  });

  it("are a dozen at most", () => {
    const many = Array.from({ length: 40 }, (_, index) => opened(`d${index}`));
    expect(withRecent(many, opened("new"))).toHaveLength(12);
  });

  it.each([null, "not json", '{"a":1}', '[{"digest":5}]'])("are none when %j was stored", (text) => {
    expect(parseRecent(text)).toEqual([]);
  });
});
