import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { copyPart, partNameOf } from "./copy-part";

it.each([
  ["0_13_13_0", "0_13_13_0"],
  ["all_1_1_0", "all_1_1_0"],
  // Rewritten by a mutation.
  ["all_1_1_0_5", "all_1_1_0_5"],
  ["broken-on-start_all_1_1_0_5", "all_1_1_0_5"],
  ["broken-on-start_3_2_2_0_try1", "3_2_2_0"],
  ["tmp_insert_all_1_1_0", null],
  ["format_version.txt", null],
])("reads the name of a part from that of its folder: %s", (folder, name) => {
  expect(partNameOf(folder)).toBe(name);
});

describe("the copy of a part", () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "heddle-copy-"));
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function partOf(name: string, partition: number | readonly number[]): string {
    const part = join(folder, name);
    mkdirSync(part);
    writeFileSync(join(part, "columns.txt"), "");
    const bytes = typeof partition === "number" ? [partition, 0, 0, 0] : partition;
    writeFileSync(join(part, "partition.dat"), Buffer.from(bytes));
    return part;
  }

  const copied = async (part: string, reference: string) => {
    const to = join(folder, "copy", basename(part));
    await copyPart(part, to, { rows: 1, reference, isBare: true });
    return [...readFileSync(join(to, "partition.dat"))];
  };

  it("keeps its partition where the reference is of another one", async () => {
    expect(await copied(partOf("2_7_7_0", 2), partOf("0_1_1_0", 0))).toEqual([2, 0, 0, 0]);
  });

  it("gets its own partition back where one byte of it changed", async () => {
    expect(await copied(partOf("2_7_7_0", 34), partOf("0_1_1_0", 0))).toEqual([2, 0, 0, 0]);
    expect(await copied(partOf("0_8_8_0", 64), partOf("0_1_2_0", 0))).toEqual([0, 0, 0, 0]);
    expect(await copied(partOf("300_9_9_0", [44, 1, 0, 128]), partOf("0_1_3_0", 0))).toEqual([44, 1, 0, 0]);
  });

  it("keeps what it has where the reference does not say its partition as a number", async () => {
    expect(await copied(partOf("2_7_7_0", 34), partOf("0_1_1_0", [9, 9, 9, 9]))).toEqual([34, 0, 0, 0]);
  });
});
