// @module-tag all
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, it } from "vitest";
import { type RowReader, writeTable } from "@/app/(dashboard)/[workspace]/tables/export/export-table";
import type { FileSink } from "@/lib/export/file-sink";
import { parquetRows } from "@/lib/import/values/parquet-rows";
import { ParquetFile } from "@/lib/parquet/parquet-file";
import { ValueShape } from "@/lib/parquet/value-shape";
import { noteFigures, sized } from "@/test/setup/test-length";
import { describeWith } from "./describe-with";
import { pythonEnvironment } from "./python-environment";

const run = promisify(execFile);

const folder = mkdtempSync(join(tmpdir(), "heddle-parquet-"));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ROWS = [
  { id: 1, share: 0.5, ok: true, note: "é", tags: ["a", "b"], task: { seat: "12A", rows: [1] }, mixed: 1 },
  { id: 2, share: 1, ok: false, note: null, tags: [], task: null, mixed: { x: [1] }, late: [{ n: 1 }, null] },
];

/** Missing members are null, and mixed values are JSON. */
const READ = [
  { ...ROWS[0], mixed: "1", late: null },
  { ...ROWS[1], mixed: '{"x":[1]}' },
];

const environment = await pythonEnvironment("parquet", ["polars", "datasets"]);

const ROW_COUNT = sized({ once: 2_000, all: 50_000, long: 1_000_000 });
const PART_ROWS = 1_000;

/** A row of a large table: each column has a type of its own, and values that differ. */
function rowAt(at: number): Readonly<Record<string, unknown>> {
  return {
    ...{ id: at, share: at / 7, ok: at % 3 === 0, note: at % 5 === 0 ? null : `Seat ${at % 40}, é ${at * 7919}` },
    ...{ tags: at % 4 === 0 ? [] : [`t${at % 11}`, "b"], task: { seat: `${at % 30}A`, rows: [at, at + 1] } },
    at: new Date(Date.UTC(2026, 10, 20) + at * 1000).toISOString(),
  };
}

/** The rows as the service sends them: some at a time. */
const readRows: RowReader = async (onPart) => {
  for (let from = 0; from < ROW_COUNT; from += PART_ROWS) {
    const count = Math.min(PART_ROWS, ROW_COUNT - from);
    await onPart(Array.from({ length: count }, (_, index) => lineAt(from + index)));
  }
};

const lineAt = (at: number) => ({ digest: String(at), val: rowAt(at), original_index: at });

const sinkOf = (file: FileHandle): FileSink => ({
  write: async (piece) => void (await file.appendFile(piece)),
  close: () => file.close(),
  abandon: () => file.close(),
});

/** Exports all rows, and returns the seconds that it took. */
async function exported(format: "jsonl" | "parquet", path: string): Promise<number> {
  const startMs = performance.now();
  expect(await writeTable(readRows, format, sinkOf(await open(path, "w")), () => undefined)).toBe(ROW_COUNT);
  return (performance.now() - startMs) / 1000;
}

async function runPython(programs: string, program: string, args: readonly string[]): Promise<unknown> {
  const env = { PATH: process.env.PATH ?? "", HOME: folder, HF_HUB_OFFLINE: "1" };
  const options = { cwd: folder, env: env as unknown as NodeJS.ProcessEnv };
  const { stdout } = await run(join(programs, "python"), ["-c", program, ...args], options);
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
}

describeWith("a table as Parquet", environment, (python) => {
  it("is read by polars and datasets with its types and nesting", async () => {
    const shape = new ValueShape();
    for (const row of ROWS) shape.add(row);
    const pieces: BlobPart[] = [];
    const write = async (piece: BlobPart) => void pieces.push(piece);
    const sink = { write, close: async () => undefined, abandon: async () => undefined };
    const file = new ParquetFile(sink, shape.type);
    await file.add(ROWS);
    await file.end();
    const path = join(folder, "rows.parquet");
    writeFileSync(path, new Uint8Array(await new Blob(pieces).arrayBuffer()));
    const program = `
import json, sys
import polars
from datasets import Dataset
print(json.dumps([polars.read_parquet(sys.argv[1]).to_dicts(), list(Dataset.from_parquet(sys.argv[1]))]))`;
    expect(await runPython(python.programs, program, [path])).toEqual([READ, READ]);
  });

  it("keeps each of many rows, in their order", async (test) => {
    const path = join(folder, "many.parquet");
    const exportSeconds = await exported("parquet", path);
    const file = await open(path);
    const { size } = await file.stat();
    const slice = async (start: number, end = size) => {
      const bytes = new Uint8Array(end - start);
      await file.read(bytes, 0, bytes.length, start);
      return bytes.buffer;
    };
    const startMs = performance.now();
    let count = 0;
    for await (const { row } of parquetRows({ byteLength: size, slice })) {
      // Comparing by text takes a tenth of the time of `toEqual`, which names what differs.
      if (JSON.stringify(row) !== JSON.stringify(rowAt(count))) expect(row).toEqual(rowAt(count));
      count += 1;
    }
    await file.close();
    expect(count).toBe(ROW_COUNT);
    noteFigures(test, {
      ...{ rows: ROW_COUNT, "MB of the file": Math.round(size / 1e6), "s to write": Math.round(exportSeconds) },
      "s to read": Math.round((performance.now() - startMs) / 1000),
      "MB of memory at most": Math.round(process.resourceUsage().maxRSS / 1024),
    });
  });

  it("has in polars and datasets the values that it has as JSON Lines, of many rows", async () => {
    const [lines, path] = [join(folder, "many.jsonl"), join(folder, "many.parquet")];
    await exported("jsonl", lines);
    await exported("parquet", path);
    const program = `
import json, sys
import polars
from datasets import Dataset
lines = polars.read_ndjson(sys.argv[1], infer_schema_length=None)
frame = polars.read_parquet(sys.argv[2])
dataset = Dataset.from_parquet(sys.argv[2])
print(json.dumps([frame.height, lines.equals(frame), polars.from_arrow(dataset.data.table).equals(frame), dataset[-1]["id"]]))`;
    const found = await runPython(python.programs, program, [lines, path]);
    expect(found).toEqual([ROW_COUNT, true, true, ROW_COUNT - 1]);
  });
});
