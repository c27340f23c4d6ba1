// @module-tag all
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, it } from "vitest";
import { ParquetFile } from "@/lib/parquet/parquet-file";
import { ValueShape } from "@/lib/parquet/value-shape";
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
    const env = { PATH: process.env.PATH ?? "", HOME: folder, HF_HUB_OFFLINE: "1" };
    const options = { cwd: folder, env: env as unknown as NodeJS.ProcessEnv };
    const { stdout } = await run(join(python.programs, "python"), ["-c", program, path], options);
    expect(JSON.parse(stdout.trim().split("\n").at(-1) ?? "")).toEqual([READ, READ]);
  });
});
