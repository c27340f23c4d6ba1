import { describe, expect, it } from "vitest";
import { readDelimited } from "./delimited-values";

async function read(chunks: readonly string[], delimiter: "," | "\t" = ","): Promise<readonly (readonly string[])[]> {
  async function* source() {
    yield* chunks;
  }
  const records = [];
  for await (const record of readDelimited(source(), delimiter)) records.push(record);
  return records;
}

const TEXT = '\ufeffid,note\r\n1,"a, ""b""\r\nc"\r\n\r\n2,\n3,"",\r4,last';
const RECORDS = [
  ["id", "note"],
  ["1", 'a, "b"\r\nc'],
  ["2", ""],
  ["3", "", ""],
  ["4", "last"],
];

describe("delimited text", () => {
  it("gives the same records for any chunk boundaries", async () => {
    for (let cut = 0; cut <= TEXT.length; cut += 1) {
      expect(await read([TEXT.slice(0, cut), TEXT.slice(cut)]), `cut at ${cut}`).toEqual(RECORDS);
    }
    expect(await read([...TEXT])).toEqual(RECORDS);
  });

  it("accepts tabs as the delimiter", async () => {
    expect(await read(["a,b\tc\n"], "\t")).toEqual([["a,b", "c"]]);
  });

  it("may end with a quoted cell", async () => {
    expect(await read(['a\n""'])).toEqual([["a"]]);
    expect(await read(['a,b\n1,""'])).toEqual([
      ["a", "b"],
      ["1", ""],
    ]);
  });

  it("is refused when a quoted cell has no end", async () => {
    await expect(read(['a\n"open'])).rejects.toThrow("Record 2 has a quoted cell without a closing quote.");
  });

  it("is refused when text follows a closing quote, wherever a chunk ends", async () => {
    const text = 'a,b\n\n1,2\n"x"y,3\n4,5\n';
    for (let cut = 0; cut <= text.length; cut += 1) {
      await expect(read([text.slice(0, cut), text.slice(cut)]), `cut at ${cut}`).rejects.toThrow(
        "Record 3 has text after the closing quote of a cell.",
      );
    }
  });

  it("keeps quotes inside a cell that does not start with one", async () => {
    expect(await read(['size\r\n5" pipe, 6"\r\nlast'])).toEqual([["size"], ['5" pipe', ' 6"'], ["last"]]);
  });

  it("keeps the line ends of a quoted cell at the end of a record", async () => {
    expect(await read(['a\tb\r\n"1\r"\t"2\r\n"\r\n3\t"4\r"'], "\t")).toEqual([
      ["a", "b"],
      ["1\r", "2\r\n"],
      ["3", "4\r"],
    ]);
  });

  it("is empty for an empty file", async () => {
    expect(await read(["", "\n\n"])).toEqual([]);
  });
});
