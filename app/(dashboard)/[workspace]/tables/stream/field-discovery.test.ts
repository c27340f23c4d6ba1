import { describe, expect, it } from "vitest";
import { parseJson } from "@/lib/api/contract/scalars/json-text";
import { clientValues } from "@/lib/json/media/testing/client-values";
import { pathText } from "@/lib/json/value/json-path";
import { type DiscoveredField, FieldDiscovery } from "./field-discovery";

const rowsOf = (...values: unknown[]) => values.map((val) => ({ val }));

function discovered(values: readonly unknown[], expanded: readonly string[] = []): FieldDiscovery {
  const discovery = new FieldDiscovery(new Set(expanded));
  discovery.add(rowsOf(...values));
  return discovery;
}

/** Paths of all fields with their kinds of values. */
function fieldsOf({ root }: FieldDiscovery): Record<string, string> {
  const found: Record<string, string> = {};
  const walk = (field: DiscoveredField) => {
    for (const below of field.below.values()) {
      found[pathText(below.path)] = [...below.kinds].join(" ");
      walk(below);
    }
  };
  walk(root);
  return found;
}

describe("the fields of rows", () => {
  it("are found by their path, in the order of arrival", () => {
    const fields = fieldsOf(discovered([{ task: { id: 1, user: "mia" } }, { task: { id: 2.5 }, error: null }]));
    expect(fields).toEqual({ task: "dict", "task.id": "int num", "task.user": "str", error: "null" });
    expect(Object.keys(fields)).toEqual(["task", "task.id", "task.user", "error"]);
  });

  it("end at an image or a time, which is one value", () => {
    const { png, datetime } = clientValues;
    expect(fieldsOf(discovered([{ photo: png, when: datetime }, { photo: { url: "x" } }]))).toEqual({
      photo: "dict",
      "photo.url": "str",
      when: "dict",
    });
  });

  it("are the same whether rows arrive together or one by one", () => {
    const values = [{ a: 1 }, { a: { b: "x" } }, { a: { b: [1] }, c: true }];
    const growing: { val: unknown }[] = [];
    const discovery = new FieldDiscovery(new Set());
    for (const row of rowsOf(...values)) {
      growing.push(row);
      discovery.add(growing);
    }
    expect(fieldsOf(discovery)).toEqual(fieldsOf(discovered(values)));
  });

  it("change shape only when something is new", () => {
    const rows = rowsOf({ a: 1 });
    const discovery = new FieldDiscovery(new Set());
    discovery.add(rows);
    const before = discovery.shape;
    rows.push(...rowsOf({ a: 2 }, { a: 3 }));
    discovery.add(rows);
    expect(discovery.shape).toBe(before);
    rows.push(...rowsOf({ a: "text" }));
    discovery.add(rows);
    expect(discovery.shape).not.toBe(before);
  });

  it("include items of a list only when the list is expanded, and not of every long list", () => {
    const values = [{ calls: [{ name: "book" }, { name: "pay" }], other: [1, 2] }];
    expect(fieldsOf(discovered(values))).toEqual({ calls: "list", other: "list" });
    expect(fieldsOf(discovered(values, ["calls"]))).toEqual({
      calls: "list",
      "calls[0]": "dict",
      "calls[0].name": "str",
      "calls[1]": "dict",
      "calls[1].name": "str",
      other: "list",
    });
    const long = discovered([{ list: Array.from({ length: 5000 }, (_, index) => index) }], ["list"]);
    expect(Object.keys(fieldsOf(long)).length).toBeLessThan(30);
  });

  it("stay one field when an object is keyed by data", () => {
    const values = Array.from({ length: 400 }, (_, index) => ({ byId: { [`id-${index}`]: index } }));
    expect(discovered(values).root.below.get("byId")?.isKeyedByData).toBe(true);
  });

  it("are limited in number for any rows", () => {
    const wide = Array.from({ length: 30 }, (_, row) =>
      Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`key-${row}-${index}`, index])),
    );
    expect(Object.keys(fieldsOf(discovered(wide))).length).toBeLessThanOrEqual(1000);
    let deep: unknown = 1;
    for (let level = 0; level < 3000; level += 1) deep = { next: deep };
    expect(Object.keys(fieldsOf(discovered([deep]))).length).toBeLessThan(20);
  });

  it("distinguish integers from other numbers by their digits", () => {
    expect(fieldsOf(discovered([parseJson('{"big":9007199254740993,"float":1.0,"exponent":1e3}')]))).toEqual({
      big: "int",
      float: "num",
      exponent: "num",
    });
  });

  it("treat a member named like an Object.prototype property as a member", () => {
    const { root } = discovered([JSON.parse('{"__proto__":1,"constructor":"x"}')]);
    expect([...root.below].map(([name, { kinds }]) => [name, ...kinds])).toEqual([
      ["__proto__", "int"],
      ["constructor", "str"],
    ]);
  });
});
