import { expect, it } from "vitest";
import { hash, scramble } from "./random";

it("scrambles a million numbers into as many", () => {
  expect(new Set(Array.from({ length: 1_000_000 }, (_, at) => scramble(at))).size).toBe(1_000_000);
});

it("spreads numbers evenly over each of their arguments", () => {
  for (const of of [(at: number) => hash(at, 1), (at: number) => hash(1, at), (at: number) => hash(1, 2, at)]) {
    const counts = new Array<number>(16).fill(0);
    for (let at = 0; at < 16_000; at += 1) counts[of(at) >>> 28] = (counts[of(at) >>> 28] ?? 0) + 1;
    expect(Math.min(...counts)).toBeGreaterThan(850);
    expect(Math.max(...counts)).toBeLessThan(1_150);
  }
});
