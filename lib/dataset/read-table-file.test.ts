import { describe, expect, it } from "vitest";
import { findOperation } from "@/lib/api/contract/operations";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { fileKind, MAX_ROWS, readTableFile, type TableFileKind } from "./read-table-file";

async function* chunksOf(text: string) {
  yield text;
}

const read = (text: string, kind: TableFileKind = "csv") => readTableFile(chunksOf(text), kind);

/** The rows as JSON text, since exact numbers are not plain numbers. */
const json = async (text: string, kind: TableFileKind = "csv") =>
  (await read(text, kind)).map((row) => stringifyJson(row));

describe("the rows of a file", () => {
  it("are the entries of a JSON list or its lines, with exact digits", async () => {
    expect(await json('[{"n":9007199254740993},{"f":1.0}]', "json")).toEqual(['{"n":9007199254740993}', '{"f":1.0}']);
    expect(await json('{"a":1}\n\n{"a":2}\n', "json")).toEqual(['{"a":1}', '{"a":2}']);
  });

  it("are refused as a whole, with the position of the invalid row", async () => {
    await expect(read('{"a":1}\n[2]\n', "json")).rejects.toThrow("At line 2: a row must be an object");
    await expect(read('{"a":1}\n{"a":\n', "json")).rejects.toThrow("At line 2");
    await expect(read("a,b\n1,2,3\n")).rejects.toThrow("Record 2 has 3 cells, but the header has 2.");
    await expect(read("a,a\n1,2\n")).rejects.toThrow('Two columns are named "a".');
    await expect(read("a,a.b\n1,2\n")).rejects.toThrow('"a.b" is inside a column that has a value itself');
    await expect(read("a,b\n")).rejects.toThrow("The file has no rows");
  });

  it("have members by the paths of the headers, and none for empty cells", async () => {
    expect(await json("task.id,task.user,note\n1,mia,\n2,,x y\n")).toEqual([
      '{"task":{"id":1,"user":"mia"}}',
      '{"task":{"id":2},"note":"x y"}',
    ]);
  });

  it("have numbers, booleans and lists only if a whole column has them", async () => {
    expect(await json('zip,n,ok,list,mixed\n007,1.50,true,[1],1\n123,9007199254740993,false,"[2,3]",x\n')).toEqual([
      '{"zip":"007","n":1.50,"ok":true,"list":[1],"mixed":"1"}',
      '{"zip":"123","n":9007199254740993,"ok":false,"list":[2,3],"mixed":"x"}',
    ]);
  });

  it("cannot reach beyond the row, whatever a header is named", async () => {
    await read("__proto__.polluted,constructor.prototype.x\nyes,no\n");
    expect(Object.getOwnPropertyDescriptor(Object.prototype, "polluted")).toBeUndefined();
  });
});

describe("the kind of a file", () => {
  it("follows its name", () => {
    expect(["a.CSV", "b.tsv", "c.tab", "d.jsonl", "e.json", "f", "g.csv.gz", "h.tsv.ZST", "gz"].map(fileKind)).toEqual([
      "csv",
      "tsv",
      "tsv",
      "json",
      "json",
      "json",
      "csv",
      "tsv",
      "json",
    ]);
  });
});

describe("the largest file", () => {
  it("has no more rows than one request can combine by their digests", () => {
    const digestBytes = MAX_ROWS * '"W2QW0zX1CmFrCYy78Iwgehsc2fcIkpsYMki5nMHNlgY",'.length;
    expect(findOperation("table.createFromDigests")?.limits.requestBytes).toBeGreaterThan(digestBytes);
  });
});
