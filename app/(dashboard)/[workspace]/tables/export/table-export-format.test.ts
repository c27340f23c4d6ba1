import { describe, expect, it } from "vitest";
import { FieldDiscovery } from "@/app/(dashboard)/[workspace]/tables/stream/field-discovery";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { readTableFile } from "@/lib/dataset/read-table-file";
import { delimitedHead, delimitedRow, exportColumns } from "./table-export-format";

async function* chunksOf(text: string) {
  yield text;
}

describe("an exported table", () => {
  it("has the same rows when its file is imported", async () => {
    const values = [
      { task: { id: 1, note: "=1+1" }, ok: true },
      { task: { id: 2, note: 'say "hi", then\ngo' }, tags: ["a"] },
    ];
    const rows = values.map((val, index) => ({ digest: `r${index}`, original_index: index, val }));
    const discovery = new FieldDiscovery(new Set());
    discovery.addPart(rows);
    const columns = exportColumns(discovery.root);
    for (const format of ["csv", "tsv"] as const) {
      const text = delimitedHead(columns, format) + rows.map((row) => delimitedRow(row, columns, format)).join("");
      const back = await readTableFile(chunksOf(text), format);
      expect(back.map((row) => stringifyJson(row))).toEqual(values.map((value) => JSON.stringify(value)));
    }
  });
});
