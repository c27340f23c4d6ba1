import { describe, expect, it } from "vitest";
import { FieldDiscovery } from "@/app/(dashboard)/[workspace]/tables/stream/field-discovery";
import { groupRuns, prepareSheet, type SheetView, sheetSortField } from "./prepare-sheet";

const nothing: ReadonlySet<string> = new Set();
const plain: SheetView = { folded: nothing, hidden: nothing, frozen: nothing };

function sheetOf(values: readonly unknown[], view: Partial<SheetView> = {}, expanded: readonly string[] = []) {
  const discovery = new FieldDiscovery(new Set(expanded));
  discovery.add(values.map((val) => ({ val })));
  return prepareSheet(discovery.root, { ...plain, ...view });
}

const ids = (values: readonly unknown[], view: Partial<SheetView> = {}, expanded: readonly string[] = []) =>
  sheetOf(values, view, expanded).columns.map(({ id }) => id);

const row = { task: { id: 1, user: { name: "mia" } }, error: null, calls: [{ name: "book" }] };

describe("the columns of a sheet", () => {
  it("are the row number, the digest, and each leaf by its path", () => {
    expect(ids([row])).toEqual(["#", "@digest", "task.id", "task.user.name", "error", "calls"]);
  });

  it("are in groups whose headers omit the prefix", () => {
    const { columns, groups } = sheetOf([row]);
    expect(columns.slice(2, 4).map(({ label, group }) => [group, label])).toEqual([
      ["task", "id"],
      ["task", "user.name"],
    ]);
    expect(groups.get("task")).toMatchObject({ note: "{2}", isFolded: false });
    expect(groupRuns(columns).map(({ group, count }) => [group, count])).toEqual([
      [null, 2],
      ["task", 2],
      [null, 2],
    ]);
  });

  it("are one column for a folded group, which can be unfolded", () => {
    const { columns } = sheetOf([row], { folded: new Set(["task"]) });
    expect(columns[2]).toMatchObject({ id: "task", label: "all", group: "task", canExpand: true });
    expect(columns[3]?.id).toBe("error");
  });

  it("expand a list into its items and keep the list itself", () => {
    const { columns, groups } = sheetOf([row], {}, ["calls"]);
    expect(columns.slice(-2).map(({ id, label }) => [id, label])).toEqual([
      ["calls", "all"],
      ["calls[0].name", "[0].name"],
    ]);
    expect(groups.get("calls")?.note).toBe("{list}");
  });

  it("keep a column for values where only some rows have an object", () => {
    expect(ids([{ a: { b: 1 } }, { a: "text" }])).toEqual(["#", "@digest", "a", "a.b"]);
    expect(ids([{ a: { b: 1 } }, { a: null }])).toEqual(["#", "@digest", "a.b"]);
    expect(ids([{ a: {} }])).toEqual(["#", "@digest", "a"]);
  });

  it("are one column for rows that are not objects", () => {
    expect(ids(["text", 4])).toEqual(["#", "@digest", "val"]);
    expect(sheetOf(["text"]).columns[2]?.sortField).toBeNull();
  });

  it("come first when they are frozen, and can be hidden except for the row number", () => {
    const sheet = sheetOf([row], { frozen: new Set(["error"]), hidden: new Set(["@digest", "#"]) });
    expect(sheet.columns.map(({ id }) => id)).toEqual(["#", "error", "task.id", "task.user.name", "calls"]);
    expect(sheet.frozenCount).toBe(2);
    expect(sheet.all).toHaveLength(6);
  });

  it("show their type: one kind, any number, or mixed; null is ignored", () => {
    const { columns } = sheetOf([
      { whole: 1, any: 1, both: 1, empty: null },
      { whole: null, any: 1.5, both: "x", empty: null },
    ]);
    expect(columns.slice(2).map(({ type, isNumeric }) => [type, isNumeric])).toEqual([
      ["int", true],
      ["num", true],
      ["mixed", false],
      ["null", false],
    ]);
  });
});

describe("the service's name of a path", () => {
  it("is its parts joined by dots, including positions in lists", () => {
    expect(sheetSortField(["calls", 0, "name"])).toBe("calls.0.name");
  });

  it.each([[["a.b"]], [["a", ""]], [["a", " "]], [[]]])("does not exist for %j", (path) => {
    expect(sheetSortField(path)).toBeNull();
  });
});
