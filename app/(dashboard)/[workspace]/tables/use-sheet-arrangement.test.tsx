// @vitest-environment jsdom
import { act, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { prepareSheet } from "@/app/(dashboard)/[workspace]/tables/sheet/prepare-sheet";
import { FieldDiscovery } from "@/app/(dashboard)/[workspace]/tables/stream/field-discovery";
import { cleanPage, renderOnPage } from "@/test/setup/render-on-page";
import { useSheetArrangement } from "./use-sheet-arrangement";

afterEach(cleanPage);

const discovery = new FieldDiscovery(new Set());
discovery.addPart([{ val: { a: 1, b: "x", c: true } }]);

function open(address = "") {
  const page = renderOnPage(
    () => {
      const arrangement = useSheetArrangement();
      const { folded, hidden, frozen, order } = arrangement;
      return { ...arrangement, sheet: prepareSheet(discovery.root, { folded, hidden, frozen, order }) };
    },
    { props: {}, address },
  );
  const now = () => page.result.current;
  const settle = (change: () => void) => act(async () => change());
  const shown = () => now().sheet.columns.map(({ id }) => id);
  const param = (name: string) => page.addresses.at(-1)?.get(name) ?? null;
  return { now, settle, shown, param };
}

describe("the columns of a sheet", () => {
  it("move one position in a step, and not beyond the edge", async () => {
    const { now, settle, shown, param } = open();
    expect(shown()).toEqual(["#", "@digest", "a", "b", "c"]);
    await settle(() => now().stepOf(now().sheet, "c", -1)?.());
    expect(shown()).toEqual(["#", "@digest", "a", "c", "b"]);
    await waitFor(() => expect(param("order")).toBe("@digest,a,c"));
    expect([now().stepOf(now().sheet, "b", 1), now().stepOf(now().sheet, "#", 1)]).toEqual([null, null]);
  });

  it("return to their original order on request", async () => {
    const { now, settle, shown } = open("?order=c");
    expect(shown()).toEqual(["#", "c", "@digest", "a", "b"]);
    await settle(() => now().resetOrder?.());
    expect([shown(), now().resetOrder]).toEqual([["#", "@digest", "a", "b", "c"], null]);
  });

  it("are frozen next to a frozen column, and released again", async () => {
    const { now, settle, shown } = open("?freeze=a");
    await settle(() => now().move(now().sheet, "c", { id: "a", side: "after" }));
    expect([shown(), [...now().frozen]]).toEqual([
      ["#", "a", "c", "@digest", "b"],
      ["a", "c"],
    ]);
    await settle(() => now().toggleFrozen("a"));
    expect([...now().frozen]).toEqual(["c"]);
  });

  it("are hidden one by one or as a list", async () => {
    const { now, settle, shown } = open();
    await settle(() => now().hide("b"));
    await settle(() => now().hide("@digest"));
    expect(shown()).toEqual(["#", "a", "c"]);
    await settle(() => now().setHidden([]));
    expect(shown()).toHaveLength(5);
  });

  it("keep their widths for this visit, until a width is reset", () => {
    const { now } = open();
    act(() => now().resize("a", 90));
    act(() => now().resize("b", 120));
    act(() => now().resize("a", null));
    expect(now().widths).toEqual({ b: 120 });
  });

  it("unfold a folded group first, and then show the items of a list, without the open cell", async () => {
    const { now, settle, param } = open("?fold=list&cell=1+a");
    await settle(() => now().toggleExpanded("list"));
    expect([[...now().folded], now().expanded]).toEqual([[], []]);
    await settle(() => now().toggleExpanded("list"));
    await waitFor(() => expect(param("x")).toBe("list"));
    expect([now().expanded, param("cell")]).toEqual([["list"], null]);
    await settle(() => now().toggleFolded("list"));
    expect([...now().folded]).toEqual(["list"]);
  });
});

describe("the order of the rows", () => {
  it("goes from descending to ascending to none with each press of a header", async () => {
    const { now, settle } = open("?from=20");
    const sorts: string[] = [];
    for (let press = 0; press < 3; press += 1) {
      await settle(() => now().pressHead("a", false));
      sorts.push(
        now()
          .sort.map(({ field, direction }) => `${field} ${direction}`)
          .join(),
      );
    }
    expect(sorts).toEqual(["a desc", "a asc", ""]);
  });

  it("keeps other keys in place when one is added or changed", async () => {
    const { now, settle, param } = open("?from=20");
    await settle(() => now().pressHead("a", false));
    await settle(() => now().pressHead("b", true));
    await settle(() => now().pressHead("a", true));
    expect(now().sort.map(({ field, direction }) => `${field} ${direction}`)).toEqual(["a asc", "b desc"]);
    await waitFor(() => expect(param("sort")).not.toBeNull());
    expect(param("from")).toBeNull();
    await settle(() => now().sortOnly("c", "asc"));
    expect(now().sort).toEqual([{ field: "c", direction: "asc" }]);
  });
});
