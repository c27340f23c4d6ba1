import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MAX_SIGNAL_BYTES, readSignalLines } from "./token-signals-file";

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "heddle-signals-"));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const line = (group: number, trajectory: number, rest = '"message":1}') =>
  `{"group":${group},"trajectory":${trajectory},${rest}`;

const write = (text: string) => {
  const path = join(folder, "signals.jsonl");
  writeFileSync(path, text);
  return path;
};

test("the lines of a trajectory are found among those of others, as they were written", async () => {
  const own = [line(1, 1), line(1, 1, '"message":3,"ratio":[1.5]}')];
  const path = write([line(0, 1), own[0], line(1, 11), line(11, 1), own[1], line(1, 2), ""].join("\n"));
  expect(await readSignalLines(path, 1, 1)).toEqual(own);
  expect(await readSignalLines(path, 1, 3)).toEqual([]);
});

test("a line that is cut off, is not JSON or lies inside of another is left out", async () => {
  const inside = JSON.stringify({ group: 5, text: line(1, 1) });
  const path = write(`${inside}\n x${line(1, 1)}\n${line(1, 1, "oops}")}\n${line(1, 1)}\n${line(1, 1, '"mess')}`);
  expect(await readSignalLines(path, 1, 1)).toEqual([line(1, 1)]);
});

test("there is nothing without a file, and nothing beyond the size that is read", async () => {
  expect(await readSignalLines(join(folder, "missing"), 0, 0)).toEqual([]);
  const path = write(`${line(0, 0)}\n${" ".repeat(MAX_SIGNAL_BYTES)}\n${line(0, 0)}\n`);
  expect(await readSignalLines(path, 0, 0)).toEqual([line(0, 0)]);
});
