// @vitest-environment jsdom
import { afterEach, expect, it, vi } from "vitest";
import { nameFilesWith } from "@/lib/export/file-naming";
import { incompleteName } from "@/lib/export/incomplete-name";
import { saveCsv } from "./export-chart";

afterEach(() => vi.restoreAllMocks());

it("saves the values of a chart under a name that says when the project lacks some", async () => {
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  Object.assign(URL, { createObjectURL: () => "blob:chart", revokeObjectURL: () => undefined });
  const table = { head: ["time", "calls"], rows: [["2026-11-26", 3]] };
  saveCsv(table, "calls");
  await vi.waitFor(() => expect(names).toEqual(["calls.csv"]));
  const end = nameFilesWith(async (usual) => incompleteName(usual));
  saveCsv(table, "calls");
  await vi.waitFor(() => expect(names).toEqual(["calls.csv", "calls-incomplete.csv"]));
  end();
  saveCsv(table, "calls");
  await vi.waitFor(() => expect(names).toHaveLength(3));
  expect(names[2]).toBe("calls.csv");
});
