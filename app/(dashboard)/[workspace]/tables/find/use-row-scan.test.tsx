// @vitest-environment jsdom
import { cleanup, renderHook } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { TableLine } from "@/app/(dashboard)/[workspace]/tables/stream/buffered-row";
import { type RowTest, useRowScan } from "./use-row-scan";

afterEach(cleanup);

const rowOf = (index: number): TableLine => ({ digest: `r${index}`, val: index, original_index: index });
const rowsTo = (count: number) => Array.from({ length: count }, (_, index) => rowOf(index));
const isEven: RowTest = ({ val }) => Number(val) % 2 === 0;
const isLarge: RowTest = ({ val }) => Number(val) >= 9000;

function scanning(rows: TableLine[], test: RowTest | null) {
  const hook = renderHook(
    (props: { rows: TableLine[]; test: RowTest | null }) => {
      const scan = useRowScan(props.rows, props.rows.length, props.test);
      return { searchedCount: scan.searchedCount, found: scan.rows.map(({ val }) => val), matches: [...scan.matches] };
    },
    { initialProps: { rows, test } },
  );
  const searched = (count: number) => expect.poll(() => hook.result.current.searchedCount).toBe(count);
  return { ...hook, searched };
}

describe("scanning rows", () => {
  it("finds each match once, however many slices it takes", async () => {
    const { result, searched } = scanning(rowsTo(10_001), isEven);
    await searched(10_001);
    expect(result.current.matches).toEqual(Array.from({ length: 5001 }, (_, index) => index * 2));
    expect(result.current.found).toEqual(result.current.matches);
  });

  it("continues with rows that are added in place", async () => {
    const rows = rowsTo(10);
    const { result, rerender, searched } = scanning(rows, isEven);
    await searched(10);
    rows.push(rowOf(10), rowOf(11));
    rerender({ rows, test: isEven });
    await searched(12);
    expect(result.current.found).toEqual([0, 2, 4, 6, 8, 10]);
  });

  it("restarts with another test, even before the first scan has finished", async () => {
    const rows = rowsTo(10_000);
    const { result, rerender, searched } = scanning(rows, isEven);
    rerender({ rows, test: isLarge });
    expect(result.current.found).toEqual([]);
    await searched(10_000);
    expect(result.current.found).toHaveLength(1000);
    rerender({ rows, test: null });
    expect(result.current.found).toEqual([]);
  });
});
