// @vitest-environment jsdom
import { cleanup, renderHook } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { TableLine } from "./buffered-row";
import type { DiscoveredField } from "./field-discovery";
import type { TableSource } from "./table-source";
import { useDiscovery } from "./use-discovery";

afterEach(cleanup);

const rowOf = (index: number, val: unknown): TableLine => ({ digest: `r${index}`, val, original_index: index });

/** Rows, some of which the reader marked as notable. */
function sourceOf(notable: TableLine[]): TableSource {
  return { read: () => Promise.reject(new Error("Not asked.")), notable, byteCount: () => 0, isFull: () => false };
}

const namesOf = (field: DiscoveredField | undefined) => [...(field?.below.keys() ?? [])];

describe("the fields of a table", () => {
  it("are those of the notable rows, as they arrive", () => {
    const notable = [rowOf(0, { a: 1 })];
    const source = sourceOf(notable);
    const { result, rerender } = renderHook(() => useDiscovery(source, [rowOf(0, { a: 1, unseen: 1 })], []));
    expect(namesOf(result.current.root)).toEqual(["a"]);
    notable.push(rowOf(7, { b: "late" }));
    rerender();
    expect(namesOf(result.current.root)).toEqual(["a", "b"]);
  });

  it("are searched in all rows when a list is expanded, the first rows at once", async () => {
    const rows = Array.from({ length: 9000 }, (_, index) => rowOf(index, { list: index < 8999 ? [1] : [1, 2, 3] }));
    const source = sourceOf([]);
    const { result } = renderHook(() => useDiscovery(source, rows, ["list"]));
    expect(namesOf(result.current.root.below.get("list"))).toEqual([0]);
    await expect.poll(() => namesOf(result.current.root.below.get("list"))).toEqual([0, 1, 2]);
  });
});
