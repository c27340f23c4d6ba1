import { describe, expect, it } from "vitest";
import type { TableLine } from "@/app/(dashboard)/[workspace]/tables/stream/buffered-row";
import { parseJson, stringifyJson } from "@/lib/api/contract/scalars/json-text";
import type { FileSink } from "@/lib/export/file-sink";
import { blobSource } from "@/lib/import/blob-source";
import { sourceValues } from "@/lib/import/import-source";
import { type RowReader, writeTable } from "./export-table";
import { exportFileName } from "./table-export-format";

class MemoryFile implements FileSink {
  text = "";
  end: "open" | "closed" | "abandoned" = "open";
  write = async (piece: string | Uint8Array<ArrayBuffer>) => {
    this.text += piece;
  };
  close = async () => {
    this.end = "closed";
  };
  abandon = async () => {
    this.end = "abandoned";
  };
}

const rows: TableLine[] = [
  { digest: "r0", original_index: 0, val: parseJson('{"task":{"id":1,"note":"a, b"},"f":1.0}') },
  {
    digest: "r1",
    original_index: 1,
    val: parseJson('{"task":{"id":9007199254740993},"list":[{"n":1.0}],"late":"=1+1"}'),
  },
];

/** Passes rows on one by one, as often as it is called. */
const readerOf =
  (all: readonly TableLine[]): RowReader =>
  async (onPart) => {
    for (const row of all) await onPart([row]);
  };

const ignore = () => undefined;

describe("an export", () => {
  it("is a Parquet file of typed columns, which an import reads again", async () => {
    const pieces: BlobPart[] = [];
    const steps: string[] = [];
    const write = async (piece: BlobPart) => void pieces.push(piece);
    const sink = { write, close: async () => undefined, abandon: async () => undefined };
    expect(await writeTable(readerOf(rows), "parquet", sink, ({ step }) => steps.push(step))).toBe(2);
    expect(steps).toEqual(["columns", "columns", "rows", "rows"]);
    const values = [];
    for await (const found of sourceValues(blobSource(new Blob(pieces)))) values.push(found);
    const text = JSON.parse(stringifyJson(values.map((found) => found.kind === "value" && found.value)));
    expect(text).toEqual([
      { task: { id: 1, note: "a, b" }, f: 1, list: null, late: null },
      { task: { id: expect.any(Number), note: null }, f: null, list: [{ n: 1 }], late: "=1+1" },
    ]);
    expect(stringifyJson(values[1])).toContain('"id":9007199254740993');
  });

  it("is a CSV with a column for each path, including paths of later rows, and exact digits", async () => {
    const file = new MemoryFile();
    await writeTable(readerOf(rows), "csv", file, ignore);
    expect(file.text.split("\r\n")).toEqual([
      "\ufefforiginal_index,row_digest,task.id,task.note,f,list,late",
      '0,r0,1,"a, b",1.0,,',
      `1,r1,9007199254740993,,,"[{""n"":1.0}]",'=1+1`,
      "",
    ]);
    expect(file.end).toBe("closed");
  });

  it("is a TSV with the same cells", async () => {
    const file = new MemoryFile();
    await writeTable(readerOf(rows), "tsv", file, ignore);
    expect(file.text.split("\r\n")[1]).toBe("0\tr0\t1\ta, b\t1.0\t\t");
  });

  it("is a JSONL with each value as stored", async () => {
    const file = new MemoryFile();
    await writeTable(readerOf(rows), "jsonl", file, ignore);
    expect(file.text).toBe(
      '{"task":{"id":1,"note":"a, b"},"f":1.0}\n{"task":{"id":9007199254740993},"list":[{"n":1.0}],"late":"=1+1"}\n',
    );
  });

  it("writes no file when reading fails after some rows", async () => {
    const file = new MemoryFile();
    const broken: RowReader = async (onPart) => {
      await onPart(rows);
      throw new Error("the stream ended early");
    };
    await expect(writeTable(broken, "jsonl", file, ignore)).rejects.toThrow("ended early");
    expect(file.end).toBe("abandoned");
  });

  it("reports its progress, starting with the columns when they must be found first", async () => {
    const steps: string[] = [];
    await writeTable(readerOf(rows), "csv", new MemoryFile(), ({ step, rowCount }) =>
      steps.push(`${step} ${rowCount}`),
    );
    expect(steps).toEqual(["columns 1", "columns 2", "rows 1", "rows 2"]);
  });

  it("has a file name that every file system accepts", () => {
    expect(exportFileName("../my tasks/v1", "f5e1a07eaeffa0af", "csv")).toBe("my-tasks-v1-f5e1a07eaeff.csv");
    expect(exportFileName("…", "abc", "jsonl")).toBe("table-abc.jsonl");
  });
});
