import { expect, test } from "vitest";
import type { SourcePart } from "@/app/(dashboard)/[workspace]/training/new/draft/draft-source";
import type { TrajectoryRow } from "@/lib/training/trajectories/collect-trajectories";
import { PartBuffer } from "./part-buffer";

let next = 0;

const part = (count: number): SourcePart => ({
  rows: Array.from({ length: count }, () => {
    next += 1;
    return { place: `line ${next}` } as TrajectoryRow;
  }),
  groups: [],
  problems: [],
});

test("returns every row once, in order, the first at once and all by the end", () => {
  const buffer = new PartBuffer();
  const parts = Array.from({ length: 50 }, () => part(2000));
  const given = parts.map((one) => buffer.add(one));
  expect(given[0]?.rows).toHaveLength(2000);
  const rows = [...given.flatMap((one) => one?.rows ?? []), ...buffer.take().rows];
  expect(rows).toEqual(parts.flatMap((one) => one.rows));
  expect(buffer.take().rows).toEqual([]);
});

test("keeps repeated work on rows proportional to their total number", () => {
  const buffer = new PartBuffer();
  let shown = 0;
  let worked = 0;
  for (let at = 0; at < 1000; at += 1) {
    const given = buffer.add(part(100));
    if (given === null) continue;
    shown += given.rows.length;
    worked += shown;
  }
  expect(worked).toBeLessThan(4 * 100_000);
});
