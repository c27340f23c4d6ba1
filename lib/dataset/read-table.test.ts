import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { readTable } from "./read-table";

const fileOf = (bytes: Uint8Array, name: string) => new File([new Uint8Array(bytes)], name);

it("reads a compressed file by the name below its compression", async () => {
  expect(await readTable(fileOf(gzipSync("question,answer\n1 + 1,2\n"), "rows.csv.gz"))).toEqual([
    { question: "1 + 1", answer: expect.anything() },
  ]);
  expect(await readTable(fileOf(gzipSync('{"question":"why"}\n'), "rows.jsonl.gz"))).toEqual([{ question: "why" }]);
});

it("reads Parquet whatever its name, with NaN as a missing value", async () => {
  const path = fileURLToPath(new URL("../import/testing/langfuse.parquet", import.meta.url));
  const rows = await readTable(fileOf(readFileSync(path), "rows"));
  expect(rows).toHaveLength(6);
  expect(rows[4]).toMatchObject({ id: "obs-4", total_cost: null, usage_details: { input: 10, output: 5, total: 15 } });
});
