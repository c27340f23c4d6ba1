import { describe, expect, it } from "vitest";
import type { Store } from "@/service/traces/store/engine/store";
import { RolledContents } from "./rolled-contents";

const HOUR = 3_600_000_000;

function countingStore(contents: readonly { calls: number; values: number }[]) {
  const asked: unknown[] = [];
  const read = async ({ params }: { params?: object }) => {
    asked.push(params);
    return [contents[asked.length - 1]];
  };
  return { asked, store: { read } as unknown as Store };
}

const { signal } = new AbortController();
const [first, second, third] = [
  { calls: 1, values: 1 },
  { calls: 2, values: 1 },
  { calls: 3, values: 1 },
];
const known = { watermark: 7, isReplaced: false, signal };

describe("what rollups contain of some hours", () => {
  it("is counted once while no rollups are added, for every range in the same hours", async () => {
    const { asked, store } = countingStore([first, second, third]);
    const contents = new RolledContents();
    expect(
      await contents.of(store, { projectId: "e/p", from: 5 * HOUR + 1, to: 8 * HOUR - 1, conditions: [] }, known),
    ).toBe(first);
    expect(await contents.of(store, { projectId: "e/p", from: 5 * HOUR, to: 8 * HOUR, conditions: [] }, known)).toBe(
      first,
    );
    expect(asked).toEqual([{ projectId: "e/p", first: 5 * 3600, end: 8 * 3600 }]);
    expect(
      await contents.of(store, { projectId: "e/p", from: 5 * HOUR, to: 8 * HOUR + 1, conditions: [] }, known),
    ).toBe(second);
    expect(await contents.of(store, { projectId: "e/q", from: 5 * HOUR, to: 8 * HOUR, conditions: [] }, known)).toBe(
      third,
    );
  });

  it("is counted again after rollups were added, and while some of them are replaced", async () => {
    const { store } = countingStore([first, second, third]);
    const contents = new RolledContents();
    const range = { projectId: "e/p", from: 0, to: HOUR, conditions: [] };
    expect(await contents.of(store, range, { ...known, isReplaced: true })).toBe(first);
    expect(await contents.of(store, range, known)).toBe(second);
    expect(await contents.of(store, range, { ...known, watermark: 8 })).toBe(third);
    expect(await contents.of(store, range, known)).toBe(second);
  });
});
