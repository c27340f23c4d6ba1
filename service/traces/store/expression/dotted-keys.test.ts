import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Operand } from "@/lib/api/contract/query/query-expression";
import { openEmbeddedStore } from "@/service/traces/store/engine/embedded-store";
import { SqlParams } from "@/service/traces/store/engine/sql-params";
import type { Store } from "@/service/traces/store/engine/store";
import { compileCondition } from "./compile-condition";
import { dottedReadings } from "./dotted-keys";
import { jsonField } from "./fields";
import { compileOrder } from "./sort-order";

const ROWS = [
  { id: "nested", doc: { a: { b: 10, c: { d: "x" } } } },
  { id: "dotted", doc: { "a.b": 3, "a.c": { d: "y" }, "ü.b": 1, "__proto__.x": 5 } },
  { id: "both", doc: { a: { b: 10, "c.d": "z" }, "a.b": 30, "a.c.d": "w" } },
  { id: "neither", doc: { a: 1, text: "a.b" } },
];

const folder = mkdtempSync(join(tmpdir(), "heddle-dotted-"));
let store: Store;

beforeAll(async () => {
  store = openEmbeddedStore({ folder });
  await store.command("CREATE TABLE things (id String, doc String, readable String) ENGINE = MergeTree ORDER BY id");
  const lines = ROWS.map(({ id, doc }) => JSON.stringify({ id, doc: JSON.stringify(doc), readable: "" }));
  await store.insert({ table: "things", columns: ["id", "doc", "readable"], lines: Buffer.from(lines.join("\n")) });
});

afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const at = (path: string, params: SqlParams) => jsonField({ column: "doc", readable: "readable" }, path, params);

async function idsWhere(expression: Operand): Promise<string[]> {
  const params = new SqlParams();
  const { sql } = compileCondition(expression, { resolve: (path) => at(path, params), params });
  const rows = await store.read<{ id: string }>({
    sql: `SELECT id FROM things WHERE ${sql} ORDER BY id`,
    params: params.values(),
  });
  return rows.map(({ id }) => id);
}

const field = ($getField: string): Operand => ({ $getField });
const is = (path: string, $literal: string | number): Operand => ({ $eq: [field(path), { $literal }] });

describe("a key with dots", () => {
  it.each<[string, Operand, string[]]>([
    ["the nested member", is("a.b", 10), ["both", "nested"]],
    ["the key", is("a.b", 3), ["dotted"]],
    ["the key beside the nested member", is("a.b", 30), ["both"]],
    ["a text below a key", is("a.c.d", "y"), ["dotted"]],
    ["a key inside a member", is("a.c.d", "z"), ["both"]],
    ["a key of three parts", is("a.c.d", "w"), ["both"]],
    ["a key of other letters", is("ü.b", 1), ["dotted"]],
    ["a key that names a prototype", is("__proto__.x", 5), ["dotted"]],
    ["one of several", { $in: [field("a.b"), [{ $literal: 3 }, { $literal: 4 }]] }, ["dotted"]],
    ["a part of a text", { $contains: { input: field("a.c.d"), substr: { $literal: "y" } } }, ["dotted"]],
    [
      "a number",
      { $gt: [{ $convert: { input: field("a.b"), to: "double" } }, { $literal: 2 }] },
      ["both", "dotted", "nested"],
    ],
    ["what differs", { $not: [is("a.b", 10)] }, ["dotted"]],
    ["what is missing", { $eq: [field("a.b"), { $literal: null }] }, ["neither"]],
  ])("is found by %s", async (_, expression, ids) => expect(await idsWhere(expression)).toEqual(ids));

  it("sorts by its value, unless the nested member has one", async () => {
    const params = new SqlParams();
    const { sql } = compileOrder([{ field: "a.b", direction: "desc" }], (path) => at(path, params), params);
    const rows = await store.read<{ id: string }>({
      sql: `SELECT id FROM things ORDER BY ${sql}, id`,
      params: params.values(),
    });
    expect(rows.map(({ id }) => id)).toEqual(["both", "nested", "dotted", "neither"]);
  });

  it("is any run of the parts of a long path", () => {
    expect(dottedReadings(["a", "b", "c"]).map(({ parts }) => parts.join("|"))).toEqual(["a.b|c", "a|b.c", "a.b.c"]);
    expect(dottedReadings(["a", "b", "c", "d", "e"])).toHaveLength(10);
    expect(dottedReadings(["ü", "b c!"])).toEqual([{ parts: ["ü.b c!"], sign: ".b c" }]);
  });
});
